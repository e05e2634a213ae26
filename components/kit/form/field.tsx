"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { maxReasonLength } from "#lib/platform/text/characters.ts";

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

export function SwitchField({
  label,
  hint,
  ...control
}: { label: string; hint: string } & Pick<ComponentProps<typeof Switch>, "checked" | "onCheckedChange" | "onBlur">) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} aria-describedby={`${id}-hint`} {...control} />
      <div className="grid gap-0.5">
        <Label htmlFor={id}>{label}</Label>
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      </div>
    </div>
  );
}

/** An input for a URL, which no keyboard corrects or capitalises. */
export function UrlInput(props: ComponentProps<typeof Input>) {
  return (
    <Input
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono md:text-sm"
      {...props}
    />
  );
}

/** Labels for another question than the reason for the audit log. */
export interface ReasonRequest {
  label: string;
  hint: string;
  longest?: number;
}

/** Asks for the reason for the audit log, or the question of `asked`. */
export function ReasonField({
  request: asked,
  error,
  ...props
}: ComponentProps<"textarea"> & { request?: ReasonRequest | undefined; error?: string | undefined }) {
  const t = useTranslations("common");
  const { label, hint, longest = maxReasonLength } = asked ?? { label: t("reason"), hint: t("reasonHint") };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Textarea {...control} {...props} required maxLength={longest} />}
    </Field>
  );
}
