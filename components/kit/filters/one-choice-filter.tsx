"use client";

import { ChevronDown } from "lucide-react";
import type { Choice } from "#components/kit/filters/filters.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

const OneChoicePopover = onDemand(
  () => import("#components/kit/filters/one-choice-popover.tsx").then((module) => module.OneChoicePopover),
  "dialog",
);

interface Props<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** Validates a typed value that is not among the choices. */
  accepts?: (typed: string) => boolean;
  placeholder?: string;
}

/** A filter of one choice; choosing it again clears it. */
export function OneChoiceFilter<Value extends string>({ label, choices, value, onChange, ...typing }: Props<Value>) {
  return (
    <OneChoicePopover
      {...typing}
      trigger={
        <Button variant="outline" size="sm" className={cn("max-w-full font-normal", value !== null && "border-ring bg-accent")}>
          <span className="text-muted-foreground">{label}</span>
          {value === null ? null : (
            <span className="max-w-56 truncate font-medium">{choices.find((choice) => choice.value === value)?.label ?? value}</span>
          )}
          <ChevronDown aria-hidden className="text-muted-foreground" />
        </Button>
      }
      label={label}
      choices={choices}
      value={value}
      onChange={onChange as (value: string | null) => void}
    />
  );
}
