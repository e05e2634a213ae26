"use client";

import { useTranslations } from "next-intl";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import type { ClaimDetail } from "#lib/insurance/claims/read.ts";
import { spellCity } from "#lib/insurance/geo/rules/spell-city.ts";

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
