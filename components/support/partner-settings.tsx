"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { sendJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { FormFailure, useSubmit, useZodForm } from "#components/portal/form.tsx";
import { notify } from "#components/portal/notify.ts";
import { PartnerFields } from "#components/support/partner-fields.tsx";
import { partnerQuery } from "#components/support/queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { Partner } from "#lib/partners/find.ts";
import { partnerForm } from "#lib/support/schema.ts";
import type { PartnerForm, PartnerSettingsChange } from "#lib/support/schema.ts";

/** Name, limits and features of a partner. Only what was touched is sent, with what it was before. */
export function PartnerSettings({ partner }: { partner: Wire<Partner> }) {
  const t = useTranslations("partners.settings");
  const client = useQueryClient();
  const current = settingsOf(partner);
  const form = useZodForm(partnerForm, current);
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  const { onSubmit, failure } = useSubmit(form, async (values) => {
    const touched = Object.keys(values).filter((name) => name in dirtyFields) as (keyof PartnerForm)[];
    const pick = (from: PartnerForm) => Object.fromEntries(touched.map((name) => [name, from[name]])) as Partial<PartnerForm>;
    const before = pick({ ...current, ...(form.formState.defaultValues as PartnerForm) });
    try {
      const change: PartnerSettingsChange = { seen: before, changes: pick(values) };
      await sendJson("PATCH", `/support/partners/${partner.id}`, change);
      form.reset(values);
      notify("success", t("saved"));
    } finally {
      void client.invalidateQueries({ queryKey: partnerQuery(partner.id).queryKey });
    }
  });
  const stored = JSON.stringify(current);
  useEffect(() => {
    if (!isDirty) form.reset(JSON.parse(stored) as PartnerForm);
    // oxlint-disable-next-line react/exhaustive-deps -- what others save is shown while nothing is being edited
  }, [stored]);

  return (
    <Card className="max-w-4xl">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <CardDescription>{t("description")}</CardDescription>
      </CardHeader>
      <form noValidate method="post" onSubmit={onSubmit}>
        <CardContent className="grid gap-5">
          <FormFailure error={failure} />
          <PartnerFields form={form} />
        </CardContent>
        <CardFooter>
          <Button variant="outline" disabled={!isDirty || isSubmitting} onClick={() => form.reset(current)}>
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

function settingsOf({ name, features, requestsPerMinute, openContractsLimit }: Wire<Partner>): PartnerForm {
  return { name, features, requestsPerMinute, openContractsLimit };
}
