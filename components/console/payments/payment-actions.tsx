"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
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
import type { Payment } from "#lib/insurance/payments/list.ts";
import type { PaymentResult } from "#lib/insurance/payments/pay.ts";
import { bankDayFrom, isBankDay } from "#lib/insurance/payments/rules/bank-days.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { dateOf } from "#lib/platform/time/calendar.ts";

const referencesOf = (payments: readonly Payment[]) => payments.map(({ id, claimId }) => ({ settlementId: id, claimId }));

export function PaymentActions({
  selected,
  hasPayer,
  show,
}: {
  selected: readonly Payment[];
  hasPayer: boolean;
  show: (results: readonly PaymentResult[]) => Promise<void>;
}) {
  const t = useTranslations("claims.payments");
  const refusals = useTranslations("refusals");
  const today = dateOf(useServerNow(), zone);
  const [chosenDate, setDate] = useState<string>();
  const date = chosenDate ?? bankDayFrom(today);
  const approved = selected.filter(({ state }) => state === "approved");
  const settled = approved.filter(({ amountCents }) => amountCents === 0);
  const orders = approved.filter(({ amountCents }) => amountCents > 0);
  const atBank = selected.length - approved.length;
  const executed = selected.filter(({ executeOn }) => executeOn === null || executeOn <= today);
  const later = selected.length - executed.length;
  const unpayable = [...new Set(orders.filter(({ iban }) => iban === null).map(({ renter }) => renter))];
  const isPayable = hasPayer && orders.length > 0 && unpayable.length === 0 && date !== "" && isBankDay(date);

  async function pay(): Promise<void> {
    const results = await api.console.payments.pay.mutate({ payments: referencesOf(executed) });
    notify("success", t("pay.done", { paid: results.filter(({ refused }) => refused === null).length }));
    await show(results);
  }

  async function handToBank(): Promise<void> {
    const { runId, results } = await api.console.payments.handToBank.mutate({ payments: referencesOf(orders), executeOn: date });
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
        <Amount of={orders} />
        {hasPayer ? null : <Alert tone="warning">{t("sepa.payerMissing")}</Alert>}
        {atBank === 0 ? null : <Alert>{t("sepa.atBank", { count: atBank })}</Alert>}
        {unpayable.length === 0 ? null : <Alert tone="warning">{t("sepa.accountsMissing", { names: unpayable.join(", ") })}</Alert>}
        {settled.length === 0 ? null : (
          <Alert>{t("sepa.nothingToTransfer", { count: settled.length, claims: settled.map(({ number }) => number).join(", ") })}</Alert>
        )}
        <Field label={t("sepa.date")} error={date !== "" && !isBankDay(date) ? refusals("executionNotBankDay") : undefined}>
          {(control) => <Input {...control} type="date" value={date} onChange={(event) => setDate(event.target.value)} required />}
        </Field>
      </ConfirmDialog>
      <ConfirmDialog
        trigger={<Button disabled={selected.length === 0}>{t("pay.open")}</Button>}
        title={t("pay.title")}
        description={t("pay.description")}
        confirm={t("pay.confirm")}
        isReady={executed.length > 0}
        onConfirm={pay}
      >
        <Amount of={executed} />
        {later === 0 ? null : <Alert>{t("pay.later", { count: later })}</Alert>}
      </ConfirmDialog>
    </div>
  );
}

function Amount({ of }: { of: readonly Payment[] }) {
  const t = useTranslations("claims.payments");
  return (
    <p>
      {t("selected", { count: of.length })}{" "}
      <strong className="text-lg">
        <Money euros={eurosFromCents(of.reduce((total, { amountCents }) => total + amountCents, 0))} />
      </strong>
    </p>
  );
}

export async function download(runId: string): Promise<void> {
  const { name, content } = await api.console.payments.file.mutate({ runId });
  saveFile(name, new Blob([content], { type: "application/xml" }));
}
