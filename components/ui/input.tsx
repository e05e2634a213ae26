import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

/** The look of all text fields. Sixteen pixels on phones, below which iOS zooms in. */
const fieldClasses =
  "w-full min-w-0 rounded-md border border-input bg-card px-3 text-lg shadow-xs transition-colors placeholder:text-muted-foreground focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive aria-invalid:outline-destructive md:text-base";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input data-slot="input" type={type} className={cn(fieldClasses, "h-9", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea data-slot="textarea" className={cn(fieldClasses, "field-sizing-content min-h-20 py-2", className)} {...props} />;
}

/** The browser's own select for a few known choices, which works best on phones and needs no script. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <div className="relative w-full">
      <select data-slot="native-select" className={cn(fieldClasses, "h-9 appearance-none pr-9", className)} {...props} />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground" />
    </div>
  );
}
