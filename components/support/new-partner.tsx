"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { sendJson } from "#components/portal/api.ts";
import { FormFailure, useSubmit, useZodForm } from "#components/portal/form.tsx";
import { PartnerFields } from "#components/support/partner-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from "#components/ui/dialog.tsx";
import { newPartnerDefaults, partnerForm } from "#lib/support/schema.ts";

export function NewPartner() {
  const t = useTranslations("partners.create");
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          {t("open")}
        </Button>
      </DialogTrigger>
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>{t("title")}</DialogTitle>
          <DialogDescription>{t("description")}</DialogDescription>
        </DialogHeader>
        <NewPartnerForm />
      </DialogContent>
    </Dialog>
  );
}

function NewPartnerForm() {
  const t = useTranslations("partners.create");
  const common = useTranslations("common");
  const router = useRouter();
  const form = useZodForm(partnerForm, newPartnerDefaults);
  const { onSubmit, failure, isBusy } = useSubmit(form, async (values) => {
    const { id } = await sendJson<{ id: string }>("POST", "/support/partners", values);
    router.push(`/support/partners/${id}?tab=users`);
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      <FormFailure error={failure} />
      <PartnerFields control={form.control} register={form.register} errors={form.formState.errors} />
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">{common("cancel")}</Button>
        </DialogClose>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? common("working") : t("confirm")}
        </Button>
      </DialogFooter>
    </form>
  );
}
