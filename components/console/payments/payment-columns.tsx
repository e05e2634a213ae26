"use client";

import { useFormatter, useTranslations } from "next-intl";
import { EnterAccount } from "#components/console/payments/enter-account.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import type { Payment } from "#lib/insurance/payments/list.ts";
import { withFirst } from "#lib/platform/i18n/first-of-month.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

interface PaymentChoice {
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], isChosen: boolean) => void;
}

/** The columns of the payments of the day; `choice` is null if they cannot be chosen. */
export function usePaymentColumns(isSupport: boolean, choice: PaymentChoice | null): Column<Payment>[] {
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
