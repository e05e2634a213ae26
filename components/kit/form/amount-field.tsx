"use client";

import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { Field } from "#components/kit/form/field.tsx";
import { Input } from "#components/ui/input.tsx";
import type { Cents } from "#lib/platform/money/money.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";

/**
 * A field for an amount in euros in the user's notation (`typedAmount` in the schema). It shows how the text is understood. `type="number"`
 * would drop the comma of `245,50` in some browsers.
 */
export function AmountField<Values extends FieldValues>({
  control: formControl,
  name,
  label,
  hint,
  maxCents,
  sayUnderstood,
}: {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  /** Shown until the text is a valid amount. */
  hint: string;
  maxCents: Cents;
  /** Describes the effect of the understood amount. */
  sayUnderstood: (cents: Cents) => ReactNode;
}) {
  const { field, fieldState } = useController({ control: formControl, name });
  const read = readAmount(field.value, maxCents);
  const understood = "cents" in read ? sayUnderstood(read.cents) : undefined;
  return (
    <Field
      label={label}
      hint={
        <span aria-live="polite" className={understood === undefined ? undefined : "font-medium text-foreground"}>
          {understood ?? hint}
        </span>
      }
      error={fieldState.error?.message}
    >
      {(control) => (
        <Input {...control} {...field} inputMode="decimal" autoComplete="off" maxLength={40} className="max-w-48 tabular-nums" />
      )}
    </Field>
  );
}
