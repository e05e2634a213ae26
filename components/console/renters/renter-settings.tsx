"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SettingsForm, useSettingsForm } from "#components/console/partners/settings-form.tsx";
import { RenterFields } from "#components/console/renters/renter-fields.tsx";
import { refreshRenters } from "#components/console/renters/renter-queries.ts";
import { TimeZoneField } from "#components/console/renters/time-zone-field.tsx";
import { api } from "#components/kit/api/api.ts";
import { notify } from "#components/kit/states/notify.ts";
import type { RegisteredRenterDetail } from "#lib/insurance/renters/read.ts";
import { renterForm } from "#lib/insurance/renters/schema.ts";
import type { RenterForm } from "#lib/insurance/renters/schema.ts";

export function RenterSettings({ renter }: { renter: RegisteredRenterDetail }) {
  const t = useTranslations("companies.settings");
  const client = useQueryClient();
  const { form, state } = useSettingsForm(renterForm, settingsOf(renter), async (change) => {
    try {
      await api.console.renters.change.mutate({ uid: renter.uid, change });
      notify("success", t("saved"));
    } finally {
      void refreshRenters(client);
    }
  });
  const { errors } = form.formState;
  return (
    <SettingsForm state={state} texts="companies.settings">
      <RenterFields control={form.control} register={form.register} errors={errors} country={renter.company.country} />
      <TimeZoneField register={form.register} timeZone={renter.timeZone} error={errors.timeZone?.message} />
    </SettingsForm>
  );
}

function settingsOf({ company, contractTypes, productTypes, option, inclusion, timeZone, brandColor }: RegisteredRenterDetail): RenterForm {
  return { company, contractTypes, productTypes, option, inclusion, timeZone, brandColor };
}
