"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, trpc } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";

interface EnterAccountProps {
  /** Null for the account that pays. */
  renterUid: string | null;
  renter: string;
  /** The holder of the account in use; null if there is none. */
  account: string | null;
  variant?: "link" | "outline";
}

/** The form in which support enters a bank account. Another person approves it. */
export function EnterAccount({ renterUid, renter, account: known, variant = "link" }: EnterAccountProps) {
  const t = useTranslations("approvals.account");
  const ofKind = useTranslations(renterUid === null ? "approvals.account.payer" : "approvals.account");
  const client = useQueryClient();
  const [holder, setHolder] = useState(known ?? renter);
  const [iban, setIban] = useState("");

  async function save(): Promise<void> {
    const { isWaiting } = await api.console.payments.proposeAccount.mutate({ uid: renterUid, holder, iban });
    setIban("");
    notify("success", t(isWaiting ? "proposed" : "done"));
    await Promise.all(
      [trpc.console.payments.pathKey(), trpc.console.approvals.pathKey()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  }

  return (
    <ConfirmDialog
      trigger={
        <Button variant={variant} size="sm">
          {known === null ? t("open") : t("change")}
        </Button>
      }
      title={ofKind("title", { name: renter })}
      description={ofKind("description")}
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
