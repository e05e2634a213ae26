"use client";

import { Banknote } from "lucide-react";
import { useTranslations } from "next-intl";
import { wordsOf } from "#components/console/claims/move-words.ts";
import type { ClaimData } from "#components/console/claims/queries.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { AllowedMove } from "#lib/claims/rules/moves.ts";
import { eurosFromCents } from "#lib/money.ts";

/** The money of a claim, each settlement with how far its payment is and what may be done with it. */
export function ClaimSettlements({ claim, ask }: { claim: ClaimData; ask: ((move: AllowedMove) => void) | null }) {
  const t = useTranslations("claims");
  const { settlements, moves, account } = claim;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("settlements.title")}</CardTitle>
      </CardHeader>
      <CardContent>
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
                    {paymentState === null ? null : <StatusBadge of="payment" status={paymentState} />}
                  </span>
                  <span className="text-lg font-semibold">
                    <Money euros={eurosFromCents(amountCents)} />
                  </span>
                </div>
                <Deductions transfer={account.transfers.find(({ settlementId }) => settlementId === id)} />
                {type === "charge" && withheldCents !== null && withheldCents > 0 ? (
                  <p className="text-sm">
                    {t.rich("desk.settlements.withheld", { amount: () => <Money euros={eurosFromCents(withheldCents)} /> })}
                  </p>
                ) : null}
                <p className="text-sm text-muted-foreground">
                  {paymentAt !== null && type === "refund"
                    ? t.rich("desk.settlements.paidAt", { time: () => <TimeStamp at={paymentAt} /> })
                    : t.rich(`desk.settlements.${paymentState === "pending_approval" ? "proposedAt" : "createdAt"}`, {
                        time: () => <TimeStamp at={createdAt} />,
                      })}
                </p>
                {proposedBy === null ? null : (
                  <p className="text-sm text-muted-foreground">
                    {t("desk.settlements.proposedBy", { name: proposedBy })}{" "}
                    {decidedBy === null
                      ? t(`desk.settlements.${paymentState === "declined" ? "withdrawn" : "waits"}`)
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
      </CardContent>
    </Card>
  );
}

/** Shows the transfer of a refund: its amount less the deductions. */
function Deductions({ transfer }: { transfer: ClaimData["account"]["transfers"][number] | undefined }) {
  const t = useTranslations("claims.desk.settlements");
  if (transfer === undefined || transfer.withheldCents === 0) return null;
  return (
    <p className="text-sm">
      {transfer.amountCents === 0
        ? t("settled")
        : t.rich("transfer", { amount: () => <Money euros={eurosFromCents(transfer.amountCents)} /> })}
    </p>
  );
}
