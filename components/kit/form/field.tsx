"use client";

import { useId } from "react";
import type { ReactNode } from "react";
import { Label } from "#components/ui/label.tsx";

/** A form field with label, control, hint and error, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Renders the control with these attributes. */
  children: (control: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
}) {
  const id = useId();
  // The error replaces the hint, which often says the same.
  const note = error === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-fault`;
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        ...(note !== undefined && { "aria-describedby": note }),
        ...(error !== undefined && { "aria-invalid": true as const }),
      })}
      {hint === undefined || error !== undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
