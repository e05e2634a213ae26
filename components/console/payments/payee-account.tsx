"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PaymentData } from "#components/console/payments/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";

/** Where support enters the bank account of a rental company. */
export function PayeeAccount({ payment: { renterUid, renter, holder: known, iban: masked } }: { payment: PaymentData }) {
  const t = useTranslations("claims.payments.account");
  const client = useQueryClient();
  const [holder, setHolder] = useState(known ?? renter);
  const [iban, setIban] = useState("");

  async function save(): Promise<void> {
    await api.console.payments.setAccount.mutate({ uid: renterUid, holder, iban });
    setIban("");
    notify("success", t("done"));
    await client.invalidateQueries({ queryKey: trpc.console.payments.pathKey() });
  }

  return (
    <ConfirmDialog
      trigger={
        <Button variant="link" size="sm">
          {masked === null ? t("open") : t("change")}
        </Button>
      }
      title={t("title", { name: renter })}
      description={t("description")}
      confirm={t("save")}
      isReady={holder.trim() !== "" && iban.trim() !== ""}
      onConfirm={save}
    >
      <Field label={t("holder")}>
        {(control) => <Input {...control} value={holder} onChange={(event) => setHolder(event.target.value)} maxLength={70} required />}
      </Field>
      <Field label={t("iban")}>
        {(control) => (
          <Input {...control} value={iban} onChange={(event) => setIban(event.target.value)} autoComplete="off" maxLength={50} required />
        )}
      </Field>
    </ConfirmDialog>
  );
}
