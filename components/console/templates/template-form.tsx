"use client";

import { useTranslations } from "next-intl";
import { api } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { reasonUses } from "#db/schema/enums.ts";
import { reasonTemplate } from "#lib/insurance/claims/schema-templates.ts";
import type { ReasonTemplate } from "#lib/insurance/claims/templates.ts";
import { languages } from "#lib/platform/i18n/locales.ts";

const begin = { use: reasonUses[0], language: "fr", title: "", text: "" } as const;

/** Adds a template, or changes one. */
export function TemplateForm({
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
