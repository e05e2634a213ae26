"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { claimNotesQuery } from "#components/console/claims/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { internalNote } from "#lib/insurance/claims/schema-desk.ts";

/** The internal notes of staff: handlers add to them, and no partner sees them. */
export function InternalNotes({ id, isHandler }: { id: string; isHandler: boolean }) {
  const t = useTranslations("claims.desk.notes");
  const client = useQueryClient();
  const query = claimNotesQuery(id);
  const { data: notes = [] } = useQuery(query);
  const form = useZodForm(internalNote, { text: "" });
  const { onSubmit, error } = useSubmit(form, async ({ text }) => {
    await api.console.claims.addNote.mutate({ claimId: id, text });
    form.reset();
    notify("success", t("added"));
    await client.invalidateQueries({ queryKey: query.queryKey });
  });
  return (
    <TitledCard title={t("title")} description={t("hint")} contentClassName="grid gap-4">
      {isHandler ? (
        <form noValidate method="post" className="grid gap-2.5" onSubmit={onSubmit}>
          <FormError error={error} />
          <Field label={t("label")} error={form.formState.errors.text?.message}>
            {(control) => <Textarea {...control} {...form.register("text")} rows={2} maxLength={4000} />}
          </Field>
          <Button type="submit" variant="outline" size="sm" className="justify-self-start" disabled={form.formState.isSubmitting}>
            {t("add")}
          </Button>
        </form>
      ) : null}
      {notes.length === 0 ? (
        <p className="text-muted-foreground">{t("none")}</p>
      ) : (
        <ul aria-label={t("title")} className="grid divide-y">
          {notes.map(({ id: noteId, author, text, createdAt }) => (
            <li key={noteId} className="grid gap-1 py-2.5 first:pt-0 last:pb-0">
              <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{text}</p>
              <p className="text-sm text-muted-foreground">
                {author} · <TimeStamp at={createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
