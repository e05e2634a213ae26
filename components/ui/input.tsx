import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

/** The look of all text fields. Sixteen pixels on phones, below which iOS zooms in. */
export const fieldClasses =
  "w-full min-w-0 rounded-md border border-input bg-card px-3 text-lg shadow-xs transition-colors placeholder:text-muted-foreground focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive aria-invalid:outline-destructive md:text-base";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input data-slot="input" type={type} className={cn(fieldClasses, "h-9", className)} {...props} />;
}
