"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { PartnerFields } from "#components/console/partners/partner-fields.tsx";
import { api } from "#components/kit/api/api.ts";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { newPartnerDefaults, partnerForm } from "#lib/account/worlds/schema.ts";

export function NewPartner() {
  const t = useTranslations("partners.create");
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button icon={Plus}>{t("open")}</Button>
      </DialogTrigger>
      <DialogContent className="max-w-2xl">
        <DialogHeader title={t("title")} description={t("description")} />
        <NewPartnerForm />
      </DialogContent>
    </Dialog>
  );
}

function NewPartnerForm() {
  const t = useTranslations("partners.create");
  const router = useRouter();
  const form = useZodForm(partnerForm, newPartnerDefaults);
  const { onSubmit, error, isBusy } = useSubmit(form, async (values) => {
    const { id } = await api.console.partners.create.mutate(values);
    router.push(`/support/partners/${id}?tab=users`);
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      <FormError error={error} />
      <PartnerFields control={form.control} register={form.register} errors={form.formState.errors} />
      <FormDialogFooter confirm={t("confirm")} isBusy={isBusy} />
    </form>
  );
}
