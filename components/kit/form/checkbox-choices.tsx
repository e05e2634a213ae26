"use client";

import { useId } from "react";
import type { Ref } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Label } from "#components/ui/label.tsx";

/** A group of checkboxes; the chosen values keep the order of the choices. A form gives `ref` and `error`, and focuses its first error. */
export function CheckboxChoices<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  warning,
  error,
  ref,
  className,
}: {
  legend: string;
  choices: readonly { value: Value; label: string; hint?: string }[];
  value: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** Shown while nothing is chosen. */
  warning?: string;
  error?: string | undefined;
  /** The first checkbox: `field.ref` of the form. */
  ref?: Ref<HTMLButtonElement>;
  className?: string;
}) {
  const id = useId();
  const toggle = (choice: Value) =>
    onChange(choices.map((each) => each.value).filter((each) => (each === choice) !== value.includes(each)));
  return (
    <fieldset className="min-w-0" {...(error === undefined ? {} : { "aria-describedby": `${id}-fault` })}>
      <legend className="mb-2 font-medium">{legend}</legend>
      {error === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="mb-2 text-sm text-danger">
          {error}
        </p>
      )}
      <div className={cn("grid gap-x-6 gap-y-2.5 sm:grid-cols-2", className)}>
        {choices.map((choice, index) => (
          <div key={choice.value} className="flex items-start gap-2.5">
            <Checkbox
              ref={index === 0 ? ref : undefined}
              id={`${id}-${choice.value}`}
              className="mt-0.5"
              checked={value.includes(choice.value)}
              onCheckedChange={() => toggle(choice.value)}
              {...(choice.hint === undefined ? {} : { "aria-describedby": `${id}-${choice.value}-hint` })}
            />
            <div className="min-w-0">
              <Label htmlFor={`${id}-${choice.value}`}>{choice.label}</Label>
              {choice.hint === undefined ? null : (
                <p id={`${id}-${choice.value}-hint`} className="text-sm text-muted-foreground">
                  {choice.hint}
                </p>
              )}
            </div>
          </div>
        ))}
      </div>
      {value.length === 0 && warning !== undefined ? <p className="mt-2 text-sm text-warning">{warning}</p> : null}
    </fieldset>
  );
}
