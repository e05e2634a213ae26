import type { ReactNode } from "react";
import { IntentLink } from "#components/kit/facts/intent-link.tsx";
import { cn } from "#components/ui/class-names.ts";

/** A link within text or facts. In a row that leads somewhere itself it is reached first. */
export function TextLink({
  href,
  children,
  about,
  className,
}: {
  href: string;
  children: ReactNode;
  /** Tells it, by ear, from others of the same words. */
  about?: string;
  className?: string;
}) {
  return (
    <IntentLink
      href={href}
      className={cn("relative z-10 rounded-sm text-link underline-offset-2 [overflow-wrap:anywhere] hover:underline", className)}
    >
      {children}
      {about === undefined ? null : <span className="sr-only">, {about}</span>}
    </IntentLink>
  );
}
