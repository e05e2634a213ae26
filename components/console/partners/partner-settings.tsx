"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { PartnerFields } from "#components/console/partners/partner-fields.tsx";
import { SettingsForm, useSettingsForm } from "#components/console/partners/settings-form.tsx";
import { tariffsQuery } from "#components/console/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { Partner } from "#lib/account/worlds/find.ts";
import { partnerSettingsForm } from "#lib/account/worlds/schema.ts";
import type { PartnerForm, PartnerSettingsForm } from "#lib/account/worlds/schema.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

export function PartnerSettings({ partner }: { partner: Partner }) {
  const t = useTranslations("partners.settings");
  const brand = useTranslations("companies");
  const client = useQueryClient();
  const { form, state } = useSettingsForm(partnerSettingsForm, settingsOf(partner), async (change) => {
    try {
      await api.console.partners.change.mutate({ partnerId: partner.id, ...change });
      notify("success", t("saved"));
    } finally {
      void client.invalidateQueries({ queryKey: trpc.console.partners.pathKey() });
    }
  });
  const { errors } = form.formState;
  return (
    <SettingsForm state={state} texts="partners.settings">
      {/* A form with more fields has these too, which the types of react-hook-form do not see. */}
      <PartnerFields control={form.control as unknown as Control<PartnerForm>} register={form.register} errors={errors} />
      <TariffChoice form={form} />
      <Field label={brand("brandColor.label")} hint={brand("brandColor.partnerHint")} error={errors.brandColor?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("brandColor")}
            defaultValue={form.formState.defaultValues?.brandColor}
            placeholder="#17505e"
            autoComplete="off"
          />
        )}
      </Field>
    </SettingsForm>
  );
}

function TariffChoice({ form }: { form: ReturnType<typeof useSettingsForm<PartnerSettingsForm>>["form"] }) {
  const t = useTranslations("partners.settings");
  const format = useFormatter();
  const { data: tariffs = [] } = useQuery(tariffsQuery);
  return (
    <Field label={t("tariff")} hint={t("tariffHint")} error={form.formState.errors.tariffId?.message}>
      {(control) => (
        <NativeSelect
          {...control}
          defaultValue={form.formState.defaultValues?.tariffId ?? ""}
          {...form.register("tariffId", { setValueAs: (chosen: string | null) => (chosen === "" ? null : chosen) })}
        >
          <option value="">{t("publicTariff")}</option>
          {tariffs.map(({ id, name, version, effectiveFrom }) => (
            <option key={id} value={id}>
              {t("tariffVersion", {
                name,
                version,
                day: withFirst(format.dateTime(new Date(effectiveFrom), { dateStyle: "medium", timeZone: insurerZone })),
              })}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

function settingsOf({ name, features, requestsPerMinute, openContractsLimit, tariffId, brandColor }: Partner): PartnerSettingsForm {
  return { name, features, requestsPerMinute, openContractsLimit, tariffId, brandColor };
}
