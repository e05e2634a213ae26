"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { Controller } from "react-hook-form";
import { api } from "#components/kit/api/api.ts";
import { useHydrated } from "#components/kit/form/before-hydration.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { insuredSettings } from "#lib/account/worlds/insured-contact.ts";
import type { InsuredSettings } from "#lib/account/worlds/insured-contact.ts";
import type { Environment } from "#lib/platform/environments.ts";

interface Props {
  environment: Environment;
  settings: InsuredSettings;
  sendsMail: boolean;
}

/** The messages to the insured in one environment, and the contact for both. */
export function InsuredSettingsForm({ environment, settings, sendsMail }: Props) {
  const t = useTranslations("settings.insured");
  const router = useRouter();
  const isHydrated = useHydrated();
  const form = useZodForm(insuredSettings, settings);
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, error } = useSubmit(form, async (values) => {
    await api.insured.changeSettings.mutate({ environment, ...values });
    notify("success", t("saved"));
    router.refresh();
  });
  return (
    <form noValidate method="post" className="grid max-w-3xl gap-5" onSubmit={onSubmit}>
      <FormError error={error} />
      <TitledCard title={t("messages")} description={t(`messagesHint.${environment}`)}>
        <Controller
          control={form.control}
          name="notifiesInsured"
          render={({ field }) => (
            <Label className="flex items-center gap-2.5 font-normal">
              <Checkbox checked={field.value} onCheckedChange={(checked) => field.onChange(checked === true)} />
              {t("turnOn")}
            </Label>
          )}
        />
        <p className="mt-2 text-sm text-muted-foreground">{sendsMail ? t("which") : t("noMail")}</p>
      </TitledCard>
      <TitledCard title={t("contact")} description={t("contactHint")}>
        <fieldset disabled={!isHydrated} className="grid gap-4 sm:grid-cols-2">
          <Field label={t("name")} hint={t("nameHint")} error={errors.contact?.name?.message}>
            {(control) => <Input {...control} {...form.register("contact.name")} autoComplete="off" />}
          </Field>
          <Field label={t("phone")} error={errors.contact?.phone?.message}>
            {(control) => <Input {...control} {...form.register("contact.phone")} type="tel" autoComplete="off" />}
          </Field>
          <Field label={t("email")} error={errors.contact?.email?.message}>
            {(control) => <Input {...control} {...form.register("contact.email")} type="email" autoComplete="off" />}
          </Field>
          <Field label={t("privacyUrl")} hint={t("privacyUrlHint")} error={errors.contact?.privacyUrl?.message}>
            {(control) => <Input {...control} {...form.register("contact.privacyUrl")} type="url" autoComplete="off" />}
          </Field>
        </fieldset>
      </TitledCard>
      <Button type="submit" className="justify-self-start" disabled={isSubmitting}>
        {t("save")}
      </Button>
    </form>
  );
}
