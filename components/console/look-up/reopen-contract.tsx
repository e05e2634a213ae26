"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { contractQuery } from "#components/console/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { ReasonField } from "#components/kit/form/reason-field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { reopening } from "#lib/insurance/contracts/schema.ts";

export function ReopenContract({ cid, endedAt }: { cid: string; endedAt: Date }) {
  const t = useTranslations("lookup.reopen");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <RotateCcw aria-hidden />
          {t("open")}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t.rich("description", { time: () => <TimeStamp at={endedAt} /> })} />
        <ReopeningForm cid={cid} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function ReopeningForm({ cid, onDone }: { cid: string; onDone: () => void }) {
  const t = useTranslations("lookup.reopen");
  const client = useQueryClient();
  const form = useZodForm(reopening, { reason: "" });
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, error } = useSubmit(form, async (values) => {
    try {
      await api.console.lookUp.reopenContract.mutate({ cid, ...values });
      notify("success", t("done"));
      onDone();
    } finally {
      void client.invalidateQueries({ queryKey: contractQuery(cid).queryKey });
    }
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      <FormError error={error} />
      <Field label={t("endDate")} hint={t("endDateHint")} error={errors.endDate?.message}>
        {(control) => <Input {...control} {...form.register("endDate", { setValueAs: readInstant })} type="datetime-local" />}
      </Field>
      <ReasonField error={errors.reason?.message} {...form.register("reason")} />
      <FormDialogFooter confirm={t("confirm")} isBusy={isSubmitting} />
    </form>
  );
}

/** Converts a time chosen in the browser's zone to an instant. */
function readInstant(written: string | undefined): string | undefined {
  const moment = new Date(written ?? "");
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
