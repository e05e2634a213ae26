"use client";

import { useFormatter, useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { Alert } from "#components/ui/alert.tsx";
import type { ActionName } from "#lib/insurance/claims/desk/schema.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { Entry } from "#lib/insurance/claims/rules/account.ts";
import { missingDocuments } from "#lib/insurance/claims/rules/change.ts";
import { weighDeduction, weighRefund } from "#lib/insurance/claims/rules/refund.ts";
import type { RefundWarning, SecondHandlerCause, Weighing } from "#lib/insurance/claims/rules/refund.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** The actions that show the cover and the sums beside the amount. */
const weighedActions: readonly ActionName[] = ["approveRefund", "approveProposal", "executePayment", "chargeClaim"];

const InEuros = ({ cents }: { cents: Cents }) => <Money euros={eurosFromCents(cents)} />;

/** Shows the cover and the account of the claim and of its insured object beside an amount that is typed. */
export function MoneyFacts({ claim, move }: { claim: DeskClaim; move: ActionName }) {
  const t = useTranslations("claims.desk.money");
  const sums = useTranslations("claims.settlements.sums");
  const options = useTranslations("contracts.options");
  if (!weighedActions.includes(move)) return null;
  const { cover, account, object, restCents } = claim;
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
            <KeyValue name={t("contract")} value={<CoverPeriod from={cover.contract.startDate} until={cover.contract.endDate} />} />
            <KeyValue name={t("options")}>
              {cover.contract.options.length === 0 ? t("noOptions") : cover.contract.options.map((option) => options(option)).join(", ")}
            </KeyValue>
          </>
        )}
        <KeyValue name={sums("paid")} value={<InEuros cents={account.paidCents} />} />
        <KeyValue name={sums("toPay")} value={<InEuros cents={account.toPayCents} />} />
        {account.laterDeductionCents === 0 ? null : (
          <KeyValue name={sums("laterDeduction")} value={<InEuros cents={account.laterDeductionCents} />} />
        )}
        {object.others.netCents === 0 ? null : <KeyValue name={t("others")} value={<InEuros cents={object.others.netCents} />} />}
        {restCents === null ? null : (
          <KeyValue name={t("rest")}>
            <strong className="font-semibold">
              <InEuros cents={restCents} />
            </strong>
          </KeyValue>
        )}
      </KeyValueList>
    </section>
  );
}

const none: Weighing = { warnings: [], secondHandlerFor: [] };

/** Weighs the amount of an action like the server: the doubts, and whether a second handler is needed. */
export function weigh(
  claim: DeskClaim | undefined,
  { move, target }: { move: ActionName; target: string | null },
  amountCents = 0,
): Weighing {
  if (claim === undefined) return none;
  const { object, fourEyesAboveCents } = claim;
  const isRefund = claim.settlements.some(({ id, type }) => id === target && type === "refund");
  if (move === "chargeClaim") return { ...none, secondHandlerFor: weighDeduction(claim, amountCents, fourEyesAboveCents) };
  if (move === "approveRefund") return weighRefund(claim, object, amountCents, fourEyesAboveCents);
  if (move === "approveProposal" && isRefund) return { ...none, warnings: weighRefund(claim, object, amountCents, null).warnings };
  return none;
}

/** Shows the effect of a typed amount, with the deductions that reduce the transfer of a refund. */
export function AmountEffect({ claim, move, amountCents }: { claim: DeskClaim | undefined; move: ActionName; amountCents: Cents }) {
  const t = useTranslations("claims.desk.fields");
  const isDeduction = move === "chargeClaim";
  const before = claim?.account.toPayCents ?? 0;
  const after = claim === undefined ? amountCents : accountOf([...claim.settlements, entryOf(isDeduction, amountCents)]).toPayCents;
  const values = {
    amount: () => <InEuros cents={amountCents} />,
    deducted: () => <InEuros cents={before + amountCents - after} />,
    paid: () => <InEuros cents={after - before} />,
    rest: () => <InEuros cents={after} />,
  };
  if (isDeduction) return t.rich(claim === undefined ? "willBeDeducted" : "willBeDeductedOf", values);
  return t.rich(after - before === amountCents ? "willBePaid" : "willBePaidLess", values);
}

/** A settlement as its approval would make it, after all others. */
function entryOf(isDeduction: boolean, amountCents: Cents): Entry {
  const unpaid = { withheldCents: null, concerns: null, paymentAt: null, countedAt: null };
  const kind = isDeduction ? ({ type: "charge", paymentState: null } as const) : ({ type: "refund", paymentState: "approved" } as const);
  return { id: "", amountCents, createdAt: new Date(8_640_000_000_000_000), ...unpaid, ...kind };
}

/** Says why a second handler has to approve, and that nothing happens before. */
export function SecondHandlerNotice({ claim, move, cause }: { claim: DeskClaim; move: ActionName; cause: SecondHandlerCause | undefined }) {
  const t = useTranslations("claims.desk.money.secondHandler");
  return (
    <Alert>
      {t.rich(cause ?? "again", { amount: () => <InEuros cents={claim.fourEyesAboveCents ?? 0} /> })}{" "}
      {t(move === "chargeClaim" ? "untilDeducted" : "untilPaid")}
    </Alert>
  );
}

/** Shows the doubts about an approval, which then needs a reason. */
export function RefundWarnings({
  claim,
  amountCents,
  warnings,
}: {
  claim: DeskClaim;
  amountCents: Cents;
  warnings: readonly RefundWarning[];
}) {
  const t = useTranslations("claims.desk.money");
  const format = useFormatter();
  const say = (cents: Cents) => format.number(eurosFromCents(cents), { style: "currency", currency: "EUR" });
  const { account, object } = claim;
  const values = {
    aboveValue: { total: say(account.committedCents + object.others.committedCents + amountCents), value: say(object.valueCents ?? 0) },
    notCovered: {},
    missingDocuments: { count: missingDocuments(claim).length },
    unverifiedDocuments: { count: claim.documents.filter(({ status }) => status === "to_verify").length },
  };
  return (
    <Alert tone="warning" role="alert" title={t("doubtTitle")}>
      <ul className="list-disc pl-4">
        {warnings.map((warning) => (
          <li key={warning}>{t(`doubts.${warning}`, values[warning])}</li>
        ))}
      </ul>
    </Alert>
  );
}
