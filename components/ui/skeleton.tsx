import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

/** A placeholder for loading content. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span aria-hidden data-slot="skeleton" className={cn("block h-4 animate-pulse rounded-sm bg-foreground/10", className)} {...props} />
  );
}
