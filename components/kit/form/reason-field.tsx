"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Field } from "#components/kit/form/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { maxReasonLength } from "#lib/platform/text/characters.ts";

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
