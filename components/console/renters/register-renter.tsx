"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { Control, UseFormRegister } from "react-hook-form";
import { RenterFields } from "#components/console/renters/renter-fields.tsx";
import { refreshRenters } from "#components/console/renters/renter-queries.ts";
import { api } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { contractTypes, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { renterForm, renterUid } from "#lib/insurance/renters/schema.ts";
import type { RenterForm } from "#lib/insurance/renters/schema.ts";

const schema = renterForm.omit({ timeZone: true }).extend({ uid: renterUid });

const nothing = {
  uid: "",
  option: true,
  inclusion: false,
  brandColor: "",
  company: {
    company_name: "",
    first_name: "",
    last_name: "",
    email: "",
    phone_number: "",
    address: "",
    zipcode: "",
    city: "",
    country: "FR",
  },
  contractTypes: [...contractTypes],
  productTypes: [...productTypeNames],
};

export function RegisterRenter() {
  const t = useTranslations("companies.register");
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button icon={Plus}>{t("open")}</Button>
      </DialogTrigger>
      <DialogContent className="max-w-3xl">
        <DialogHeader title={t("title")} description={t("description")} />
        <RegistrationForm />
      </DialogContent>
    </Dialog>
  );
}

function RegistrationForm() {
  const t = useTranslations("companies.register");
  const router = useRouter();
  const client = useQueryClient();
  const form = useZodForm(schema, nothing);
  const { onSubmit, error, isBusy } = useSubmit(form, async (renter) => {
    await api.console.renters.register.mutate(renter);
    void refreshRenters(client);
    notify("success", t("done", { name: renter.company.company_name }));
    router.push(`/support/renters/${encodeURIComponent(renter.uid)}`);
  });
  const { errors } = form.formState;
  return (
    <form noValidate method="post" className="grid gap-5" onSubmit={onSubmit}>
      <FormError error={error} />
      <Field label={t("uid")} hint={t("uidHint")} error={errors.uid?.message}>
        {(control) => (
          <Input {...control} {...form.register("uid")} autoComplete="off" spellCheck={false} maxLength={128} className="font-mono" />
        )}
      </Field>
      <RenterFields
        // A form with more fields has these too, which the types of react-hook-form do not see.
        control={form.control as unknown as Control<RenterForm>}
        register={form.register as UseFormRegister<RenterForm>}
        errors={errors}
        country={nothing.company.country}
      />
      <FormDialogFooter confirm={t("confirm")} isBusy={isBusy} />
    </form>
  );
}
