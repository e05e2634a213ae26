"use client";

import { cn } from "#components/ui/class-names.ts";

/** One view of a list among a few, such as one status or all: what people choose first. */
export function ViewTabs<Value extends string | null>({
  label,
  views,
  value,
  onChange,
}: {
  label: string;
  views: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset aria-label={label} className="mb-3 flex min-w-0 gap-5 overflow-x-auto border-b px-0.5">
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-pressed={view.value === value}
          onClick={() => onChange(view.value)}
          className={cn(
            "border-b-2 border-transparent py-2 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground",
            view.value === value && "border-primary text-foreground",
          )}
        >
          {view.label}
        </button>
      ))}
    </fieldset>
  );
}
