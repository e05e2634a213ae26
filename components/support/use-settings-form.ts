"use client";

import { useEffect, useState } from "react";
import type { DefaultValues, FieldValues, Path } from "react-hook-form";
import type { z } from "zod";
import { useSubmit, useZodForm } from "#components/portal/form.tsx";

/**
 * A form over settings that others may be changing, too: only what was touched is sent, with what it was before, and what others
 * save is shown while nothing is being edited. `actions` are for SettingsActions.
 */
export function useSettingsForm<Settings extends FieldValues>(
  schema: z.ZodType<Settings, Settings>,
  current: Settings,
  send: (change: { seen: Partial<Settings>; changes: Partial<Settings>; reason: string }) => Promise<unknown>,
) {
  const form = useZodForm(schema, current as DefaultValues<Settings>);
  const [reason, setReason] = useState("");
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  const { onSubmit, failure } = useSubmit(form, async (values) => {
    const touched = Object.keys(values).filter((name) => name in dirtyFields);
    const pick = (from: Settings) => Object.fromEntries(touched.map((name) => [name, from[name] as unknown])) as Partial<Settings>;
    const sent = structuredClone(form.getValues());
    await send({ seen: pick({ ...current, ...(form.formState.defaultValues as Settings) }), changes: pick(values), reason });
    const typed = structuredClone(form.getValues());
    reset(values);
    // What was changed while this was being saved is to be saved yet.
    for (const name of Object.keys(typed) as Path<Settings>[]) {
      if (JSON.stringify(typed[name]) !== JSON.stringify(sent[name])) form.setValue(name, typed[name], { shouldDirty: true });
    }
  });
  function reset(settings: Settings) {
    form.reset(settings);
    setReason("");
  }
  const stored = JSON.stringify(current);
  useEffect(() => {
    if (!isDirty) form.reset(JSON.parse(stored) as Settings);
    // oxlint-disable-next-line react/exhaustive-deps -- what others save, not what is typed
  }, [stored]);
  return { form, onSubmit, failure, actions: { isDirty, isSubmitting, reason, setReason, undo: () => reset(current) } };
}
