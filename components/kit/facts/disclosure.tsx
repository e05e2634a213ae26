import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

/** Something that few look for: only its title, until it is asked for. */
export function Disclosure({ title, className, children }: { title: ReactNode; className?: string; children: ReactNode }) {
  return (
    <details className={cn("group min-w-0 rounded-lg border bg-card shadow-xs", className)}>
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-4 py-3 font-medium select-none hover:bg-accent/60 sm:px-5">
        <ChevronRight aria-hidden className="size-4 text-muted-foreground transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="min-w-0 px-4 pb-4 sm:px-5 sm:pb-5">{children}</div>
    </details>
  );
}
