"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, trpc } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, TitledCard } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { reasonUses } from "#db/schema/enums.ts";
import { reasonTemplate } from "#lib/insurance/claims/desk/schema-templates.ts";
import type { ReasonTemplate } from "#lib/insurance/claims/desk/templates.ts";
import { languages } from "#lib/platform/i18n/locales.ts";

const begin = { use: reasonUses[0], language: "fr", title: "", text: "" } as const;

/** The templates by their purpose; handlers add, change and delete them. */
export function TemplateList({ isHandler }: { isHandler: boolean }) {
  const t = useTranslations("claims.templates");
  const client = useQueryClient();
  const { data = [] } = useQuery(trpc.console.templates.list.queryOptions());
  const [edited, setEdited] = useState<ReasonTemplate | "new" | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: trpc.console.templates.pathKey() });

  async function remove(id: string): Promise<void> {
    await api.console.templates.delete.mutate({ id });
    notify("success", t("deleted"));
    await refresh();
  }

  return (
    <div className="grid gap-5">
      {isHandler && edited === null ? (
        <Button className="justify-self-start" onClick={() => setEdited("new")}>
          {t("add")}
        </Button>
      ) : null}
      {edited === null ? null : (
        <TemplateForm
          key={edited === "new" ? "new" : edited.id}
          template={edited === "new" ? undefined : edited}
          close={async () => {
            setEdited(null);
            await refresh();
          }}
          cancel={() => setEdited(null)}
        />
      )}
      {reasonUses.map((use) => (
        <TitledCard key={use} title={t(`uses.${use}`)}>
          <ul aria-label={t(`uses.${use}`)} className="grid divide-y empty:hidden">
            {data
              .filter((template) => template.use === use)
              .map((template) => (
                <li key={template.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
                  <span className="grid min-w-0 gap-0.5" lang={template.language}>
                    <span className="flex flex-wrap items-center gap-2 font-medium">
                      {template.title}
                      <Badge tone="outline">{t(`languages.${template.language}`)}</Badge>
                    </span>
                    <span className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-muted-foreground">{template.text}</span>
                  </span>
                  {isHandler ? (
                    <span className="flex gap-2">
                      <Button variant="outline" size="sm" onClick={() => setEdited(template)}>
                        {t("change")}
                      </Button>
                      <ConfirmDialog
                        trigger={
                          <Button variant="outline" size="sm" aria-label={t("deleteOne", { title: template.title })}>
                            <Trash2 aria-hidden />
                          </Button>
                        }
                        title={t("deleteTitle", { title: template.title })}
                        description={t("deleteDescription")}
                        confirm={t("delete")}
                        isDestructive
                        onConfirm={() => remove(template.id)}
                      />
                    </span>
                  ) : null}
                </li>
              ))}
          </ul>
          {data.some((template) => template.use === use) ? null : <p className="text-muted-foreground">{t("noneYet")}</p>}
        </TitledCard>
      ))}
    </div>
  );
}

/** Adds a template, or changes one. */
function TemplateForm({
  template,
  close,
  cancel,
}: {
  template: ReasonTemplate | undefined;
  close: () => Promise<void>;
  cancel: () => void;
}) {
  const t = useTranslations("claims.templates");
  const common = useTranslations("common");
  const form = useZodForm(reasonTemplate, template ?? begin);
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, error } = useSubmit(form, async (typed) => {
    await api.console.templates.save.mutate(typed);
    notify("success", t("saved"));
    await close();
  });
  return (
    <Card>
      <CardContent className="pt-5">
        <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
          <FormError error={error} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("use")}>
              {(control) => (
                <NativeSelect {...control} {...form.register("use")}>
                  {reasonUses.map((use) => (
                    <option key={use} value={use}>
                      {t(`uses.${use}`)}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
            <Field label={t("language")}>
              {(control) => (
                <NativeSelect {...control} {...form.register("language")}>
                  {languages.map((language) => (
                    <option key={language} value={language}>
                      {t(`languages.${language}`)}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          </div>
          <Field label={t("name")} error={errors.title?.message}>
            {(control) => <Input {...control} {...form.register("title")} maxLength={80} autoComplete="off" />}
          </Field>
          <Field label={t("text")} hint={t("textHint")} error={errors.text?.message}>
            {(control) => <Textarea {...control} {...form.register("text")} rows={4} maxLength={500} />}
          </Field>
          <div className="flex gap-2">
            <Button type="submit" disabled={isSubmitting}>
              {isSubmitting ? common("working") : t("save")}
            </Button>
            <Button type="button" variant="outline" onClick={cancel}>
              {common("cancel")}
            </Button>
          </div>
        </form>
      </CardContent>
    </Card>
  );
}
