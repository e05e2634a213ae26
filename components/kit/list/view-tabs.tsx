"use client";

import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

/** Tabs for the main views of a list, such as one status or all. */
export function ViewTabs<Value extends string | null>({
  label,
  views,
  value,
  onChange,
  children,
}: {
  label: string;
  views: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Actions on the current view. */
  children?: ReactNode;
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 border-b">
      <fieldset aria-label={label} className="tab-strip min-w-0 flex-1 basis-48 gap-x-5 px-0.5">
        {views.map((view) => (
          <button
            key={view.value}
            type="button"
            aria-pressed={view.value === value}
            onClick={() => onChange(view.value)}
            className={cn(
              "border-b-2 border-transparent py-1.5 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground",
              view.value === value && "border-primary text-foreground",
            )}
          >
            {view.label}
          </button>
        ))}
      </fieldset>
      <span className="flex max-w-full flex-wrap items-center gap-2 empty:hidden">{children}</span>
    </div>
  );
}
