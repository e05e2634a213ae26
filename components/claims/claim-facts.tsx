"use client";

import { useTranslations } from "next-intl";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import { claimTitle } from "#lib/insurance/claims/claim.ts";
import type { ClaimDetail } from "#lib/insurance/claims/read.ts";
import type { ClaimAccount } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimInsured } from "#lib/insurance/claims/schema.ts";
import { spellCity } from "#lib/insurance/geo/rules/spell-city.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

/** The facts of a claim: the incident, the product and the insured, with links to the contract and the rental company. */
export function ClaimFacts({ claim: { wire, renter } }: { claim: ClaimDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("claims.facts");
  const what = useTranslations("claims.subtypes");
  const { product, insured, location } = wire;
  return (
    <TitledCard title={t("title")} contentClassName="grid gap-5">
      <KeyValueList className="lg:grid-cols-2">
        <KeyValue name={t("what")}>{what(wire.subtype)}</KeyValue>
        <Moment name={t("when")} at={wire.claimAt} />
        <KeyValue name={t("where")}>
          {location.address}, {location.zipcode} {spellCity(location.city)}, {location.country}
        </KeyValue>
        <Moment name={t("created")} at={wire.createdAt} />
        {/* The declaration of a draft is its creation. */}
        <Moment name={t("submitted")} at={wire.claimId === null ? null : wire.declarationAt} />
        <KeyValue name={t("contract")} value={<ContractLink cid={wire.contractId} />} />
        <KeyValue name={t("renter")}>
          <TextLink href={`/${environment}/renters/${encodeURIComponent(wire.userId)}`}>{renter ?? wire.userId}</TextLink>
        </KeyValue>
        {product === null ? null : (
          <>
            <KeyValue name={t("product")}>
              {product.brand} {product.model}
            </KeyValue>
            <KeyValue name={t("marked")}>{product.productMarked}</KeyValue>
            {product.internalId === null ? null : <KeyValue name={t("internalId")}>{product.internalId}</KeyValue>}
          </>
        )}
        <KeyValue name={t("insured")}>
          {insured.firstName} {insured.lastName}
        </KeyValue>
        <KeyValue name={t("phone")}>{insured.phoneNumber}</KeyValue>
        {insured.email === undefined ? null : <KeyValue name={t("email")}>{insured.email}</KeyValue>}
        {insured.company === undefined ? null : <KeyValue name={t("company")}>{insured.company}</KeyValue>}
        <Moment name={t("closed")} at={wire.closedAt} />
        <Moment name={t("reopened")} at={wire.reopenedAt} />
        <Moment name={t("abandoned")} at={wire.abandonedAt} />
        <Moment name={t("updated")} at={wire.updatedAt} />
        <KeyValue name={t("id")} value={<Identifier id={wire.id} what={t("theId")} />} />
      </KeyValueList>
      <KeyValueList>
        <KeyValue name={t("description")} wide value={<span className="whitespace-pre-line">{wire.description}</span>} />
        {wire.note === null ? null : <KeyValue name={t("note")} wide value={<span className="whitespace-pre-line">{wire.note}</span>} />}
      </KeyValueList>
    </TitledCard>
  );
}

function Moment({ name, at }: { name: string; at: string | null }) {
  if (at === null) return null;
  return <KeyValue name={name} value={<TimeStamp at={at} focusable />} />;
}

export function ClaimAnswers({ questions }: { questions: Readonly<Record<string, string | boolean>> }) {
  const t = useTranslations("claims.questions");
  const answers = Object.entries(questions);
  const labelOf = (answer: string | boolean) => {
    const isYesOrNo = typeof answer === "boolean" || answer === "true" || answer === "false";
    return isYesOrNo ? t(String(answer) === "true" ? "yes" : "no") : answer;
  };
  return (
    <TitledCard title={t("title")}>
      {answers.length === 0 ? <p className="text-muted-foreground">{t("none")}</p> : null}
      <KeyValueList>
        {answers.map(([question, answer]) => (
          // The insurer asks in French, whatever the page's language.
          <KeyValue key={question} name={<span lang="fr">{question}</span>}>
            {labelOf(answer)}
          </KeyValue>
        ))}
      </KeyValueList>
    </TitledCard>
  );
}

/** The heading of a claim's page: what it is about, whose it is, and its number, or a draft's identifier. */
export function ClaimHeading({
  product,
  insured,
  number,
}: {
  product: Parameters<typeof claimTitle>[0] | null;
  insured: Pick<ClaimInsured, "firstName" | "lastName">;
  number: string;
}) {
  const title = titleOf([product === null ? null : claimTitle(product, ""), `${insured.firstName} ${insured.lastName}`.trim()]);
  return (
    <>
      {title} <span className="font-mono text-base font-normal text-muted-foreground">{number}</span>
    </>
  );
}

/** Adds up the transfers of a claim, less deductions, below its refunds and deductions. */
export function ClaimSums({ account }: { account: Pick<ClaimAccount, "paidCents" | "toPayCents" | "laterDeductionCents"> }) {
  const t = useTranslations("claims.settlements.sums");
  const sums = [
    ["paid", account.paidCents],
    ["toPay", account.toPayCents],
    ...(account.laterDeductionCents === 0 ? [] : ([["laterDeduction", account.laterDeductionCents]] as const)),
  ] as const;
  return (
    <dl className="mt-3 grid gap-1 border-t pt-3">
      {sums.map(([name, cents]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-sm text-muted-foreground">{t(name)}</dt>
          <dd className="font-semibold">
            <Money euros={eurosFromCents(cents)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the transfer of a refund that deductions reduce. */
export function TransferAfterDeductions({ account, settlementId }: { account: Pick<ClaimAccount, "transfers">; settlementId: string }) {
  const t = useTranslations("claims.settlements");
  const transfer = account.transfers.find((one) => one.settlementId === settlementId);
  if (transfer === undefined || transfer.withheldCents === 0) return null;
  const amount = () => <Money euros={eurosFromCents(transfer.amountCents)} />;
  return <p className="text-sm">{transfer.amountCents === 0 ? t("settled") : t.rich("transfer", { amount })}</p>;
}
