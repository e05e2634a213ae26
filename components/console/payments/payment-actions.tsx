"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PaymentData } from "#components/console/payments/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { saveFile } from "#components/kit/code/save-file.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { eurosFromCents } from "#lib/money.ts";
import type { PaymentResult } from "#lib/payments/pay.ts";
import { bankDayFrom, isBankDay } from "#lib/payments/rules/bank-days.ts";
import { zone } from "#lib/statements/rules/months.ts";
import { dateOf } from "#lib/time/calendar.ts";

const referencesOf = (payments: readonly PaymentData[]) => payments.map(({ id, claimId }) => ({ settlementId: id, claimId }));

/** What is done with the chosen payments. */
export function PaymentActions({
  selected,
  hasPayer,
  show,
}: {
  selected: readonly PaymentData[];
  hasPayer: boolean;
  show: (results: readonly PaymentResult[]) => Promise<void>;
}) {
  const t = useTranslations("claims.payments");
  const refusals = useTranslations("refusals");
  const today = dateOf(useServerNow(), zone);
  const [chosenDate, setDate] = useState<string>();
  const date = chosenDate ?? bankDayFrom(today);
  const approved = selected.filter(({ state }) => state === "approved");
  const isSettled = approved.some(({ amountCents }) => amountCents === 0);
  const unpayable = [...new Set(approved.filter(({ iban }) => iban === null).map(({ renter }) => renter))];
  const isPayable =
    hasPayer &&
    approved.length > 0 &&
    approved.length === selected.length &&
    unpayable.length === 0 &&
    !isSettled &&
    date !== "" &&
    isBankDay(date);
  const amount = (
    <p className="text-lg font-semibold">
      <Money euros={eurosFromCents(selected.reduce((total, { amountCents }) => total + amountCents, 0))} />
    </p>
  );

  async function pay(): Promise<void> {
    const results = await api.console.payments.pay.mutate({ payments: referencesOf(selected) });
    notify("success", t("pay.done", { paid: results.filter(({ refused }) => refused === null).length }));
    await show(results);
  }

  async function handToBank(): Promise<void> {
    const { runId, results } = await api.console.payments.handToBank.mutate({ payments: referencesOf(selected), executeOn: date });
    notify("success", t("sepa.done", { count: results.filter(({ refused }) => refused === null).length }));
    await show(results);
    await download(runId);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <ExportButton list="payments" />
      <ConfirmDialog
        trigger={
          <Button variant="outline" disabled={selected.length === 0}>
            {t("sepa.open")}
          </Button>
        }
        title={t("sepa.title")}
        description={t("sepa.description")}
        confirm={t("sepa.confirm")}
        isReady={isPayable}
        onConfirm={handToBank}
      >
        {amount}
        {hasPayer ? null : <Alert tone="warning">{t("sepa.payerMissing")}</Alert>}
        {approved.length === selected.length ? null : <Alert tone="warning">{t("sepa.notToPay")}</Alert>}
        {unpayable.length === 0 ? null : <Alert tone="warning">{t("sepa.accountsMissing", { names: unpayable.join(", ") })}</Alert>}
        {isSettled ? <Alert tone="warning">{t("sepa.nothingToTransfer")}</Alert> : null}
        <Field label={t("sepa.date")} fault={date !== "" && !isBankDay(date) ? refusals("executionNotBankDay") : undefined}>
          {(control) => <Input {...control} type="date" value={date} onChange={(event) => setDate(event.target.value)} required />}
        </Field>
      </ConfirmDialog>
      <ConfirmDialog
        trigger={<Button disabled={selected.length === 0}>{t("pay.open")}</Button>}
        title={t("pay.title")}
        description={t("pay.description")}
        confirm={t("pay.confirm")}
        onConfirm={pay}
      >
        {amount}
      </ConfirmDialog>
    </div>
  );
}

/** Saves the file of a run. */
export async function download(runId: string): Promise<void> {
  const { name, content } = await api.console.payments.file.mutate({ runId });
  saveFile(name, new Blob([content], { type: "application/xml" }));
}
