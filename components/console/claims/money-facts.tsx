"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ClaimData } from "#components/console/claims/queries.ts";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { doubtsAboutRefund, sumSettlements } from "#lib/claims/rules/settlement-sums.ts";
import type { RefundDoubt } from "#lib/claims/rules/settlement-sums.ts";
import type { MoveName } from "#lib/claims/schema-desk.ts";
import { eurosFromCents } from "#lib/money.ts";
import type { Cents } from "#lib/money.ts";

/** How a move changes what the insurer bears: these show the cover and the sums beside their amount. */
const effects: Partial<Record<MoveName, -1 | 0 | 1>> = { approveRefund: 1, approveProposal: 1, executePayment: 0, chargeClaim: -1 };

const InEuros = ({ cents }: { cents: Cents }) => <Money euros={eurosFromCents(cents)} />;

/** What the amount of a move is weighed against: the cover, what was paid and charged so far, and the net with it. */
export function MoneyFacts({ claim, move, amountCents }: { claim: ClaimData; move: MoveName; amountCents: Cents | undefined }) {
  const t = useTranslations("claims.desk.money");
  const options = useTranslations("contracts.options");
  const effect = effects[move];
  if (effect === undefined) return null;
  const { cover } = claim;
  const sums = sumSettlements(claim.settlements);
  return (
    <section aria-label={t("title")} className="rounded-lg border px-3.5 py-3">
      {claim.yours || claim.handler === null ? null : (
        <p className="mb-2.5 font-medium">{t("handledByOther", { name: claim.handler.name })}</p>
      )}
      <KeyValueList className="grid-cols-2 gap-x-4 gap-y-2.5 lg:grid-cols-2">
        {cover === null ? (
          <KeyValue name={t("contract")}>{t("unknown")}</KeyValue>
        ) : (
          <>
            <KeyValue name={t("value")}>
              <InEuros cents={cover.valueCents} /> <span className="text-sm text-muted-foreground">{t("valueNote")}</span>
            </KeyValue>
            <KeyValue name={t("deductible")}>
              {t(cover.contract.options.includes("no_deductible") ? "deductibleWaived" : "deductibleApplies")}
            </KeyValue>
            <KeyValue name={t("contract")}>
              <CoverPeriod from={cover.contract.startDate} until={cover.contract.endDate} />
            </KeyValue>
            <KeyValue name={t("options")}>
              {cover.contract.options.length === 0 ? t("noOptions") : cover.contract.options.map((option) => options(option)).join(", ")}
            </KeyValue>
          </>
        )}
        <KeyValue name={t("paid")}>
          <InEuros cents={sums.paidCents} />
        </KeyValue>
        <KeyValue name={t("toPay")}>
          <InEuros cents={sums.toPayCents} />
        </KeyValue>
        <KeyValue name={t("charged")}>
          <InEuros cents={sums.chargedCents} />
        </KeyValue>
        <KeyValue name={t(effect === 0 || amountCents === undefined ? "netNow" : "netAfter")}>
          <strong className="font-semibold">
            <InEuros cents={sums.netCents + effect * (amountCents ?? 0)} />
          </strong>
        </KeyValue>
      </KeyValueList>
    </section>
  );
}

/** Why the desk asks once more before it approves an amount; empty for moves that approve none. */
export function doubtsAbout(claim: ClaimData | undefined, move: MoveName, amountCents: Cents | undefined): RefundDoubt[] {
  if (claim === undefined || amountCents === undefined || (move !== "approveRefund" && move !== "approveProposal")) return [];
  return doubtsAboutRefund(claim, amountCents, claim.cover?.valueCents);
}

/** Asks once more. It takes the focus, so that a key that is pressed twice approves nothing. */
export function DoubtNotice({ claim, amountCents, doubts }: { claim: ClaimData; amountCents: Cents; doubts: readonly RefundDoubt[] }) {
  const t = useTranslations("claims.desk.money");
  const format = useFormatter();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const { paidCents, toPayCents } = sumSettlements(claim.settlements);
  const say = (cents: Cents) => format.number(eurosFromCents(cents), { style: "currency", currency: "EUR" });
  const values = {
    total: say(paidCents + toPayCents + amountCents),
    value: say(claim.cover?.valueCents ?? 0),
    count: claim.documents.filter(({ status }) => status === "to_verify").length,
  };
  return (
    <Alert ref={notice} tabIndex={-1} tone="warning" role="alert" title={t("doubtTitle")} className="outline-none">
      <ul className="list-disc pl-4">
        {doubts.map((doubt) => (
          <li key={doubt}>{t(`doubts.${doubt}`, values)}</li>
        ))}
      </ul>
    </Alert>
  );
}
