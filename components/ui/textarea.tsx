import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";
import { fieldClasses } from "#components/ui/input.tsx";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea data-slot="textarea" className={cn(fieldClasses, "field-sizing-content min-h-20 py-2", className)} {...props} />;
}
