import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";

/** A link within text or facts, above the link of its row if there is one. */
export function TextLink({
  href,
  children,
  about,
  className,
}: {
  href: string;
  children: ReactNode;
  /** Distinguishes it for screen readers from links with the same label. */
  about?: string;
  className?: string;
}) {
  return (
    <Link
      href={href}
      className={cn("relative z-10 rounded-sm text-link underline-offset-2 [overflow-wrap:anywhere] hover:underline", className)}
    >
      {children}
      {about === undefined ? null : <span className="sr-only">, {about}</span>}
    </Link>
  );
}
