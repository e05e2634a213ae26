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
import type { PaymentResult } from "#lib/insurance/payments/hand-to-bank.ts";
import type { Payment } from "#lib/insurance/payments/list.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { bankDayFrom, isBankDay, lastBankDay } from "#lib/platform/time/bank-days.ts";
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
  const unpayable = [...new Set(orders.filter(({ iban }) => iban === null).map(({ renter }) => renter))];
  const isPayable = hasPayer && orders.length > 0 && unpayable.length === 0 && date !== "" && isBankDay(date);

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
        <DayField
          label={t("sepa.date")}
          error={date !== "" && !isBankDay(date) ? refusals("executionNotBankDay") : undefined}
          value={date}
          onChange={setDate}
        />
      </ConfirmDialog>
      <PayDialog selected={selected} today={today} show={show} />
    </div>
  );
}

/** Marks payments as paid; asks for the bank day of those that are in no file. */
function PayDialog({
  selected,
  today,
  show,
}: {
  selected: readonly Payment[];
  today: string;
  show: (results: readonly PaymentResult[]) => Promise<void>;
}) {
  const t = useTranslations("claims.payments");
  const refusals = useTranslations("refusals");
  const [chosenPaidOn, setPaidOn] = useState<string>();
  const executed = selected.filter(({ executeOn }) => executeOn === null || executeOn <= today);
  const later = selected.length - executed.length;
  const outside = executed.filter(({ executeOn, amountCents }) => executeOn === null && amountCents > 0);
  const isPaidOutside = outside.length > 0;
  const approvedOn = outside.map(({ approvedAt }) => dateOf(approvedAt, zone)).reduce((last, day) => (day > last ? day : last), "");
  const proposedDay = lastBankDay(approvedOn, today);
  const paidOn = chosenPaidOn ?? proposedDay ?? "";
  const isInside = paidOn >= approvedOn && paidOn <= today;
  const isPaidOnBankDay = paidOn !== "" && isInside && isBankDay(paidOn);

  function errorOfDay(): string | undefined {
    if (proposedDay === null) return refusals("noBankDaySince");
    if (paidOn === "" || isPaidOnBankDay) return undefined;
    return refusals(isInside ? "executionNotBankDay" : "paidOnOutside");
  }

  async function pay(): Promise<void> {
    const results = await api.console.payments.pay.mutate({ payments: referencesOf(executed), ...(isPaidOutside && { paidOn }) });
    notify("success", t("pay.done", { paid: results.filter(({ refused }) => refused === null).length }));
    await show(results);
  }

  return (
    <ConfirmDialog
      trigger={<Button disabled={selected.length === 0}>{t("pay.open")}</Button>}
      title={t("pay.title")}
      description={t("pay.description")}
      confirm={t("pay.confirm")}
      isReady={executed.length > 0 && (!isPaidOutside || isPaidOnBankDay)}
      onConfirm={pay}
    >
      <Amount of={executed} />
      {later === 0 ? null : <Alert>{t("pay.later", { count: later })}</Alert>}
      {isPaidOutside ? (
        <DayField
          label={t("pay.paidOn")}
          hint={t("pay.paidOnHint")}
          min={approvedOn}
          max={today}
          error={errorOfDay()}
          value={paidOn}
          onChange={setPaidOn}
        />
      ) : null}
    </ConfirmDialog>
  );
}

interface DayFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  min?: string;
  max?: string;
  value: string;
  onChange: (day: string) => void;
}

function DayField({ min, max, value, onChange, ...field }: DayFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Input {...control} type="date" min={min} max={max} value={value} onChange={(event) => onChange(event.target.value)} required />
      )}
    </Field>
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
