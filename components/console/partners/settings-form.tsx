"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import type { DefaultValues, FieldValues, Path } from "react-hook-form";
import type { z } from "zod";
import { ReasonField } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "#components/ui/card.tsx";

/**
 * A form over settings that others may change at the same time. It sends only edited fields, with their previous values, and shows what
 * others save while nothing is being edited. `state` is for SettingsForm.
 */
export function useSettingsForm<Settings extends FieldValues>(
  schema: z.ZodType<Settings, Settings>,
  current: Settings,
  send: (change: { seen: Partial<Settings>; changes: Partial<Settings>; reason: string }) => Promise<unknown>,
) {
  const form = useZodForm(schema, current as DefaultValues<Settings>);
  const [reason, setReason] = useState("");
  const [lacksReason, setLacksReason] = useState(false);
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  const { onSubmit: submit, error } = useSubmit(form, async (values) => {
    const touched = Object.keys(values).filter((name) => name in dirtyFields);
    const pick = (from: Settings) => Object.fromEntries(touched.map((name) => [name, from[name] as unknown])) as Partial<Settings>;
    const settings = structuredClone(form.getValues());
    await send({ seen: pick({ ...current, ...(form.formState.defaultValues as Settings) }), changes: pick(values), reason });
    const typed = structuredClone(form.getValues());
    reset(values);
    // Edits made during the save still have to be saved.
    for (const name of Object.keys(typed) as Path<Settings>[]) {
      if (JSON.stringify(typed[name]) !== JSON.stringify(settings[name])) form.setValue(name, typed[name], { shouldDirty: true });
    }
  });
  /** A change without a reason is not sent; the field says so, and gets the focus. */
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    const isMissing = reason.trim() === "";
    setLacksReason(isMissing);
    if (!isMissing) return submit(event);
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("textarea[data-reason]")?.focus();
  }
  function reset(settings: Settings) {
    form.reset(settings);
    setReason("");
    setLacksReason(false);
  }
  const stored = JSON.stringify(current);
  const isFirst = useRef(true);
  useEffect(() => {
    // Text typed before the page's script arrived is an edit, too.
    const names = isFirst.current ? (Object.keys(current) as Path<Settings>[]) : [];
    isFirst.current = false;
    const early = names.filter((name) => form.getFieldState(name).isDirty);
    const typed = structuredClone(form.getValues());
    if (!isDirty) form.reset(JSON.parse(stored) as Settings);
    for (const name of early) form.setValue(name, typed[name], { shouldDirty: true });
    // oxlint-disable-next-line react/exhaustive-deps -- what others save, not what is typed
  }, [stored]);
  return { form, state: { onSubmit, error, isDirty, isSubmitting, reason, setReason, lacksReason, undo: () => reset(current) } };
}

/** Settings on a card. After an edit the form asks for a reason and can be saved. */
export function SettingsForm({
  state: { onSubmit, error, isDirty, isSubmitting, reason, setReason, lacksReason, undo },
  texts,
  children,
}: {
  state: ReturnType<typeof useSettingsForm>["state"];
  /** The namespace of its messages. */
  texts: "partners.settings" | "companies.settings";
  children: ReactNode;
}) {
  const t = useTranslations(texts);
  const errors = useTranslations("common.faults");
  return (
    <Card className="max-w-4xl">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <CardDescription>{t("description")}</CardDescription>
      </CardHeader>
      <form noValidate method="post" data-dirty={isDirty} onSubmit={onSubmit}>
        <CardContent className="grid gap-6">
          <FormError error={error} />
          {children}
        </CardContent>
        {isDirty ? (
          <CardContent>
            <ReasonField
              data-reason
              className="min-h-9"
              value={reason}
              error={lacksReason && reason.trim() === "" ? errors("missing") : undefined}
              onChange={(event) => setReason(event.target.value)}
            />
          </CardContent>
        ) : null}
        <CardFooter>
          <Button variant="outline" disabled={!isDirty || isSubmitting} onClick={undo}>
            {t("undo")}
          </Button>
          <Button type="submit" disabled={!isDirty || isSubmitting}>
            {t("save")}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
