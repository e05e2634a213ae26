import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";
import { fieldClasses } from "#components/ui/input.tsx";

/** The browser's own select for a few known choices, which works best on phones and needs no script. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <div className="relative w-full">
      <select data-slot="native-select" className={cn(fieldClasses, "h-9 appearance-none pr-9", className)} {...props} />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground" />
    </div>
  );
}
