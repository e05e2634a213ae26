"use client";

import { useQuery } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useTranslations } from "next-intl";
import { ClaimSums, TransferAfterDeductions } from "#components/claims/claim-facts.tsx";
import { deskHistoryQuery } from "#components/claims/queries.ts";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { ClaimStep } from "#lib/insurance/claims/desk/read-history.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import type { PaymentState } from "#lib/insurance/claims/schema.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

/** The money of a claim, each settlement with how far its payment is and what may be done with it. */
export function ClaimSettlements({ claim, ask }: { claim: DeskClaim; ask: ((move: AllowedAction) => void) | null }) {
  const t = useTranslations("claims");
  const { settlements, moves, account } = claim;
  const { data: steps = [] } = useQuery(deskHistoryQuery(claim.id));
  return (
    <TitledCard title={t("settlements.title")}>
      {settlements.length === 0 ? (
        <p className="flex items-center gap-2.5 text-muted-foreground">
          <Banknote aria-hidden className="size-4.5 shrink-0" />
          {t("settlements.none")}
        </p>
      ) : (
        <ul className="grid divide-y">
          {settlements.map(({ id, type, amountCents, paymentState, withheldCents, paymentAt, proposedBy, decidedBy, createdAt }) => (
            <li key={id} className="grid gap-1.5 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {t(`settlements.types.${type}`)}
                  {paymentState === null ? null : paymentState === "declined" && decidedBy === null ? (
                    <Badge>{t("desk.settlements.withdrawn")}</Badge>
                  ) : (
                    <StatusBadge of="payment" status={paymentState} />
                  )}
                </span>
                <span className={cn("text-lg font-semibold", isVoid(paymentState) && "text-muted-foreground line-through")}>
                  <Money euros={eurosFromCents(amountCents)} />
                </span>
              </div>
              <TransferAfterDeductions account={account} settlementId={id} />
              {type === "charge" && withheldCents !== null && withheldCents > 0 ? (
                <p className="text-sm">
                  {t.rich("desk.settlements.withheld", { amount: () => <Money euros={eurosFromCents(withheldCents)} /> })}
                </p>
              ) : null}
              <Reasons of={reasonsOf(steps, { createdAt, amountCents, proposedBy })} />
              <p className="text-sm text-muted-foreground">
                {paymentAt !== null && type === "refund"
                  ? t.rich("desk.settlements.paidAt", { time: () => <TimeStamp at={paymentAt} as="day" timeZone={insurerZone} /> })
                  : t.rich("desk.settlements.createdAt", { time: () => <TimeStamp at={createdAt} /> })}
              </p>
              {proposedBy === null ? null : (
                <p className="text-sm text-muted-foreground">
                  {t("desk.settlements.proposedBy", { name: proposedBy })}{" "}
                  {decidedBy === null
                    ? paymentState === "pending_approval" && t("desk.settlements.waits")
                    : t(`desk.settlements.${paymentState === "declined" ? "declinedBy" : "approvedBy"}`, { name: decidedBy })}
                </p>
              )}
              {ask === null ? null : (
                <div className="flex flex-wrap gap-2 empty:hidden">
                  {moves
                    .filter(({ target }) => target === id)
                    .map((move) => (
                      <Button
                        key={move.move}
                        size="sm"
                        variant={move.move === "executePayment" || move.move === "approveProposal" ? "default" : "outline"}
                        onClick={() => ask(move)}
                      >
                        {t(`desk.moves.${wordsOf(claim, move)}.open`)}
                      </Button>
                    ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {settlements.length > 1 ? <ClaimSums account={account} /> : null}
    </TitledCard>
  );
}

/** True for a settlement of which nothing is transferred or deducted any more. */
const isVoid = (state: PaymentState | null) => state === "declined" || state === "cancelled" || state === "failed";

const proposed = ["claim.refundProposed", "claim.deductionProposed"];

/** The reasons of the action that made a settlement, which has its instant, and of its proposal before. */
function reasonsOf(
  steps: readonly ClaimStep[],
  { createdAt, amountCents, proposedBy }: { createdAt: Date; amountCents: Cents; proposedBy: string | null },
): string[] {
  const about = steps.filter((step) => step.amountCents === amountCents && step.at <= createdAt);
  const made = about.find(({ at }) => at.getTime() === createdAt.getTime());
  const proposal = proposedBy === null ? undefined : about.find(({ action }) => action !== null && proposed.includes(action));
  return [...new Set([proposal, made])].flatMap((step) => step?.reason ?? []);
}

function Reasons({ of: reasons }: { of: readonly string[] }) {
  const t = useTranslations("claims.desk.history");
  return reasons.map((reason) => (
    <p key={reason} className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
      {t("reason", { reason })}
    </p>
  ));
}
