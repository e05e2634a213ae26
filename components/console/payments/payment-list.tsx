"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { EnterAccount } from "#components/console/payments/account-card.tsx";
import { PaymentActions, download } from "#components/console/payments/payment-actions.tsx";
import { live, trpc } from "#components/kit/api/api.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Label } from "#components/ui/label.tsx";
import type { PaymentResult } from "#lib/insurance/payments/hand-to-bank.ts";
import type { Payment } from "#lib/insurance/payments/list.ts";
import { maxPayments } from "#lib/insurance/payments/schema.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

interface PaymentChoice {
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], isChosen: boolean) => void;
}

const idOf = ({ id }: Payment) => id;

/** The payments of the day: chosen, handed to the bank, and marked as paid, with what became of each. */
export function PaymentList({ isHandler, isSupport }: { isHandler: boolean; isSupport: boolean }) {
  const t = useTranslations("claims.payments");
  const client = useQueryClient();
  const query = useQuery(trpc.console.payments.list.queryOptions(undefined, live));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<readonly (PaymentResult & { payment: Payment })[]>([]);
  const { rows, isCut = false, hasPayer = false } = query.data ?? {};
  const selected = (rows ?? []).filter(({ id }) => chosen.has(id));
  const columns = usePaymentColumns(isSupport, isHandler ? { chosen, choose } : null);
  const inState = (state: Payment["state"]) => <Sum of={(rows ?? []).filter((row) => row.state === state)} />;

  function choose(ids: readonly string[], isChosen: boolean): void {
    const others = [...chosen].filter((id) => !ids.includes(id));
    setChosen(new Set(isChosen ? [...others, ...ids] : others));
  }

  async function show(outcome: readonly PaymentResult[]): Promise<void> {
    setResults(
      outcome.flatMap((result) => {
        const payment = selected.find(({ id }) => id === result.settlementId);
        return payment === undefined ? [] : [{ ...result, payment }];
      }),
    );
    setChosen(new Set());
    await Promise.all(
      [trpc.console.payments.pathKey(), trpc.console.claims.pathKey()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  }

  return (
    <div className="grid gap-4">
      <p>{t.rich("totals", { pay: () => inState("approved"), bank: () => inState("executing") })}</p>
      {isHandler ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Label className="flex items-center gap-2 font-normal">
              <Checkbox
                checked={rows !== undefined && rows.length > 0 && selected.length === rows.length}
                disabled={rows === undefined || rows.length === 0}
                onCheckedChange={(checked) => choose((rows ?? []).map(idOf), checked === true)}
              />
              {t("selectAll")}
            </Label>
            <p aria-live="polite">
              {t("selected", { count: selected.length })}{" "}
              {selected.length === 0 ? null : (
                <strong>
                  <Sum of={selected} />
                </strong>
              )}
            </p>
          </div>
          <PaymentActions selected={selected} hasPayer={hasPayer} show={show} />
        </div>
      ) : null}
      {isCut ? <Alert>{t("cut", { count: maxPayments })}</Alert> : null}
      <PaymentResults results={results} />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        query={query}
        idOf={idOf}
        empty={<EmptyState icon={Banknote} texts={t} />}
      />
    </div>
  );
}

function Sum({ of }: { of: readonly Payment[] }) {
  return <Money euros={eurosFromCents(of.reduce((total, { amountCents }) => total + amountCents, 0))} />;
}

/** The payments that the last step refused, with the reasons. */
function PaymentResults({ results }: { results: readonly (PaymentResult & { payment: Payment })[] }) {
  const t = useTranslations("claims.payments");
  const say = useTranslations("refusals");
  const refused = results.filter((result) => result.refused !== null);
  if (refused.length === 0) return null;
  return (
    <Alert tone="warning" role="alert" title={t("columns.outcome")}>
      <ul>
        {refused.map(({ settlementId, payment, refused: reason }) => (
          <li key={settlementId}>
            {payment.number} · <Money euros={eurosFromCents(payment.amountCents)} />
            {": "}
            {reason === null ? null : say(reason.key, { ...reason.values, renter: payment.renter })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The columns of the payments of the day; `choice` is null if they cannot be chosen. */
function usePaymentColumns(isSupport: boolean, choice: PaymentChoice | null): Column<Payment>[] {
  const t = useTranslations("claims.payments.columns");
  return [
    { key: "claim", header: t("claim"), cell: (payment) => <ClaimCell payment={payment} choice={choice} /> },
    { key: "amount", header: t("amount"), cell: (payment) => <AmountCell {...payment} />, align: "right", phone: "end" },
    { key: "net", header: t("net"), cell: ({ netCents }) => <Money euros={eurosFromCents(netCents)} />, align: "right" },
    { key: "payee", header: t("payee"), cell: (payment) => <PayeeCell payment={payment} isSupport={isSupport} />, phone: "line" },
    { key: "state", header: t("state"), cell: (payment) => <StateCell {...payment} />, phone: "line" },
    { key: "reference", header: t("reference"), cell: ({ id }) => <code className="font-mono text-xs">{id.replace("_", "-")}</code> },
  ];
}

function ClaimCell({ payment: { id, number, claimId }, choice }: { payment: Payment; choice: PaymentChoice | null }) {
  const t = useTranslations("claims.payments");
  return (
    <span className="flex items-center gap-2.5">
      {choice === null ? null : (
        <Checkbox
          aria-label={t("select", { reference: number })}
          checked={choice.chosen.has(id)}
          onCheckedChange={(checked) => choice.choose([id], checked === true)}
        />
      )}
      <TextLink href={`/support/claims/${claimId}`}>
        <code className="font-mono text-sm whitespace-nowrap">{number}</code>
      </TextLink>
    </span>
  );
}

function AmountCell({ amountCents, withheldCents }: Payment) {
  const t = useTranslations("claims.payments");
  return (
    <span className="grid">
      <strong>
        <Money euros={eurosFromCents(amountCents)} />
      </strong>
      {withheldCents === 0 ? null : (
        <span className="text-sm text-muted-foreground">
          {t.rich("withheld", { amount: () => <Money euros={eurosFromCents(withheldCents)} /> })}
        </span>
      )}
    </span>
  );
}

function PayeeCell({ payment, isSupport }: { payment: Payment; isSupport: boolean }) {
  const t = useTranslations("claims.payments");
  const approvals = useTranslations("approvals.account");
  return (
    <span className="grid gap-0.5">
      <span className="[overflow-wrap:anywhere]">{payment.renter}</span>
      {payment.nameAtBank !== null && (
        <span className="text-sm text-muted-foreground [overflow-wrap:anywhere]">{t("nameAtBank", { name: payment.nameAtBank })}</span>
      )}
      <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
        {payment.iban === null ? <span className="text-danger">{t("noAccount")}</span> : `${payment.holder} · ${payment.iban}`}
        {isSupport && payment.hasAccountToApprove ? (
          <TextLink href={`/support/renters/${encodeURIComponent(payment.renterUid)}`}>{approvals("waiting")}</TextLink>
        ) : isSupport && payment.state === "approved" ? (
          <EnterAccount renterUid={payment.renterUid} renter={payment.renter} account={payment.iban === null ? null : payment.holder} />
        ) : null}
      </span>
    </span>
  );
}

function StateCell({ state, amountCents, approvedAt, executeOn }: Payment) {
  const t = useTranslations("claims.payments");
  const format = useFormatter();
  return (
    <span className="grid gap-0.5">
      <Badge tone={state === "approved" ? "info" : "neutral"} className="justify-self-start">
        {t(amountCents === 0 ? "states.settled" : `states.${state}`)}
      </Badge>
      <span className="text-sm text-muted-foreground">
        {executeOn === null
          ? t.rich("approvedOn", { time: () => <TimeStamp at={approvedAt} as="day" timeZone={insurerZone} /> })
          : t("executeOn", { date: withFirst(format.dateTime(new Date(executeOn), { dateStyle: "medium", timeZone: "UTC" })) })}
      </span>
    </span>
  );
}

/** The latest files for the bank, which can be had again. */
export function PaymentRuns({ isHandler }: { isHandler: boolean }) {
  const t = useTranslations("claims.payments.runs");
  const format = useFormatter();
  const say = useErrorText();
  const { data: runs = [] } = useQuery(trpc.console.payments.runs.queryOptions(undefined, live));
  if (runs.length === 0) return null;
  return (
    <TitledCard className="mt-5" title={t("title")}>
      <ul aria-label={t("title")} className="grid divide-y">
        {runs.map(({ id, executeOn, createdAt, by, count, amountCents }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5 first:pt-0 last:pb-0">
            <span className="grid">
              <strong>
                <Money euros={eurosFromCents(amountCents)} />
              </strong>
              <span className="text-sm text-muted-foreground">
                {t.rich("line", {
                  count,
                  by,
                  date: withFirst(format.dateTime(new Date(executeOn), { dateStyle: "medium", timeZone: "UTC" })),
                  time: () => <TimeStamp at={createdAt} />,
                })}
              </span>
            </span>
            {isHandler ? (
              <Button variant="outline" size="sm" onClick={() => void download(id).catch((error: unknown) => notify("error", say(error)))}>
                {t("download")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
