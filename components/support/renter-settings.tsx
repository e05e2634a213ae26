"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { FormFailure } from "#components/portal/form.tsx";
import { notify } from "#components/portal/notify.ts";
import { RenterFields } from "#components/support/renter-fields.tsx";
import { registeredRentersKey } from "#components/support/renter-queries.ts";
import { SettingsActions } from "#components/support/settings-actions.tsx";
import { useSettingsForm } from "#components/support/use-settings-form.ts";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { RegisteredRenterDetail } from "#lib/renters/read.ts";
import { renterForm } from "#lib/renters/schema.ts";
import type { RenterForm } from "#lib/renters/schema.ts";

export function RenterSettings({ renter }: { renter: Wire<RegisteredRenterDetail> }) {
  const t = useTranslations("companies.settings");
  const client = useQueryClient();
  const { form, onSubmit, failure, actions } = useSettingsForm(renterForm, settingsOf(renter), async (change) => {
    try {
      await api("PATCH", "/support/renters/[uid]", { params: { uid: renter.uid }, body: change });
      notify("success", t("saved"));
    } finally {
      void client.invalidateQueries({ queryKey: registeredRentersKey });
    }
  });
  const { errors } = form.formState;
  return (
    <Card className="max-w-4xl">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <CardDescription>{t("description")}</CardDescription>
      </CardHeader>
      <form noValidate method="post" data-dirty={actions.isDirty} onSubmit={onSubmit}>
        <CardContent className="grid gap-6">
          <FormFailure error={failure} />
          <RenterFields control={form.control} register={form.register} errors={errors} country={renter.company.country} />
        </CardContent>
        <SettingsActions actions={actions} words={{ undo: t("undo"), save: t("save") }} />
      </form>
    </Card>
  );
}

function settingsOf({ company, contractTypes, productTypes, option, inclusion }: Wire<RegisteredRenterDetail>): RenterForm {
  return { company, contractTypes, productTypes, option, inclusion };
}
