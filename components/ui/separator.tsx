import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

export function Separator({ className, ...props }: ComponentProps<"hr">) {
  return <hr data-slot="separator" className={cn("border-t", className)} {...props} />;
}
