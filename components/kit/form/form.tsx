"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useForm } from "react-hook-form";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { DialogClose, DialogFooter } from "#components/ui/dialog.tsx";
import type { AmountError } from "#lib/platform/text/typed-numbers.ts";

/** A form over a zod schema, which validates fields once the user has left them; messages are translated. */
export function useZodForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> {
  const t = useTranslations("common.faults");
  return useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema as never, { error: (issue: Issue) => wordError(t, issue) }) as never,
    defaultValues,
    mode: "onTouched",
  });
}

/**
 * Handles a form that is submitted before the page's script arrives: React then calls `action` for it, and would otherwise empty
 * its fields.
 */
export function whenEarly(submit: () => unknown): { action: () => void; onReset: (event: SyntheticEvent) => void } {
  return { action: () => void submit(), onReset: (event) => event.preventDefault() };
}

/**
 * Submits a valid form. An error is shown at its field, or becomes `error` for FormError. `isBusy` stays true after success for forms
 * that lead to another page, so that a second click does nothing.
 */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (values: Output) => Promise<unknown>,
): { onSubmit: (event?: SyntheticEvent) => void; error: unknown; isBusy: boolean } {
  const [error, setError] = useState<unknown>();
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      await send(values);
    } catch (thrown) {
      const fields = Object.entries(portalErrorOf(thrown)?.fields ?? {});
      for (const [index, [field, message]] of fields.entries()) {
        form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 });
      }
      if (fields.length === 0) setError(thrown);
    }
  });
  return { onSubmit: (event) => void submit(event), error, isBusy: isSubmitting || (isSubmitSuccessful && error === undefined) };
}

/** The server's error for the whole form. */
export function FormError({ error }: { error: unknown }) {
  const say = useErrorText();
  if (error === undefined || error === null) return null;
  return (
    <Alert tone="danger" role="alert">
      {say(error)}
    </Alert>
  );
}

/** The buttons of a form in a dialog; submitting needs `isReady`. */
export function FormDialogFooter({ confirm, isBusy, isReady = true }: { confirm: string; isBusy: boolean; isReady?: boolean }) {
  const t = useTranslations("common");
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button variant="outline">{t("cancel")}</Button>
      </DialogClose>
      <Button type="submit" disabled={isBusy || !isReady}>
        {isBusy ? t("working") : confirm}
      </Button>
    </DialogFooter>
  );
}

/** The parts of a zod issue that a message needs. */
interface Issue {
  code: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  origin?: string;
  format?: string;
  expected?: string;
  input?: unknown;
  params?: Record<string, unknown> | undefined;
}

/** Translates a zod issue of a field. */
export function wordError(t: ReturnType<typeof useTranslations<"common.faults">>, issue: Issue): string {
  const { code, minimum, maximum, origin, format, expected, input, params } = issue;
  if (code === "custom" && params !== undefined && "error" in params) return wordAmountError(t, params as AmountError);
  const isEmpty = code === "too_small" && origin === "string" && Number(minimum) === 1;
  if (input === undefined || Number.isNaN(input) || isEmpty) return t("missing");
  if (code === "too_small") {
    return origin === "string" ? t("tooShort", { minimum: Number(minimum) }) : t("tooSmall", { minimum: Number(minimum) });
  }
  if (code === "too_big") {
    return origin === "string" ? t("tooLong", { maximum: Number(maximum) }) : t("tooBig", { maximum: Number(maximum) });
  }
  if (format === "email") return t(input === "" ? "missing" : "email");
  if (format === "url") return t("url");
  if (expected === "number" || expected === "int") return t("count");
  return t("invalid");
}

function wordAmountError(t: ReturnType<typeof useTranslations<"common.faults">>, error: AmountError): string {
  if (error.error === "missing") return t("missing");
  if (error.error === "tooLarge") return t("amount.tooLarge", { max: error.maxCents / 100 });
  if (error.error === "ambiguous") {
    const { whole, units, decimals } = error;
    return t("amount.ambiguous", { whole, units, decimals });
  }
  return t(`amount.${error.error}`);
}
