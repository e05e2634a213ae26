import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

/** The place of something that is on its way. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span aria-hidden data-slot="skeleton" className={cn("block h-4 animate-pulse rounded-sm bg-foreground/10", className)} {...props} />
  );
}
