"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClaimSums, TransferAfterDeductions } from "#components/claims/claim-sums.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { paymentStates } from "#db/schema/enums.ts";
import type { ClaimDetail } from "#lib/insurance/claims/read.ts";
import type { Settlement } from "#lib/insurance/claims/schema.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

export function ClaimPayments({ claim: { wire, account, reasons } }: { claim: ClaimDetail }) {
  const { settlements } = wire;
  const t = useTranslations("claims.settlements");
  return (
    <TitledCard title={t("title")}>
      {settlements.length === 0 ? <p className="text-muted-foreground">{t("none")}</p> : null}
      <ul className="grid divide-y">
        {settlements.map((settlement) => (
          <li key={settlement.id} className="py-2 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>
                <span className="font-medium">{t(`types.${settlement.type}`)}</span> <PaymentBadge state={settlement.paymentState} />{" "}
                <span className="text-sm text-muted-foreground">
                  <When settlement={settlement} />
                </span>
              </span>
              <Money euros={settlement.type === "charge" ? -settlement.amount : settlement.amount} />
            </div>
            <TransferAfterDeductions account={account} settlementId={settlement.id} />
            {reasons[settlement.id] === undefined ? null : (
              <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
                {t("reason", { reason: reasons[settlement.id] ?? "" })}
              </p>
            )}
          </li>
        ))}
      </ul>
      {settlements.length > 1 ? <ClaimSums account={account} /> : null}
    </TitledCard>
  );
}

function PaymentBadge({ state }: { state: string | null }) {
  const paymentState = paymentStates.find((each) => each === state);
  return paymentState === undefined ? null : <StatusBadge of="payment" status={paymentState} />;
}

function When({ settlement: { type, paymentAt, createdAt } }: { settlement: Settlement }): ReactNode {
  const t = useTranslations("claims.settlements");
  if (type !== "refund" || paymentAt === null) return t.rich("on", { day: () => <TimeStamp at={createdAt} as="day" focusable /> });
  return t.rich("paid", { day: () => <TimeStamp at={paymentAt} as="day" timeZone={insurerZone} focusable /> });
}
