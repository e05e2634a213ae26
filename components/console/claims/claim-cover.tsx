"use client";

import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

type Cover = NonNullable<DeskClaim["cover"]>;

/** The cover of the insured product: its contract, value, period, and state at the date of loss. */
export function ClaimCover({ claim }: { claim: DeskClaim }) {
  const t = useTranslations("claims.desk.cover");
  const { cover } = claim;
  return (
    <TitledCard
      title={t("title")}
      description={cover === null ? null : t("which", { position: cover.position, products: cover.products })}
      contentClassName="grid gap-5"
    >
      {cover === null || cover.atLoss === "covered" ? null : <Alert tone="danger" title={t(`atLossWarning.${cover.atLoss}`)} />}
      <KeyValueList className="lg:grid-cols-2">
        <ClaimedProduct claim={claim} />
        {cover === null ? <KeyValue name={t("contract")}>{t("unknown")}</KeyValue> : <CoverFacts cover={cover} claimAt={claim.claimAt} />}
        <KeyValue name={t("contract")} wide>
          <TextLink href={`/support/contracts?cid=${claim.cid}`}>
            <code className="font-mono text-sm">{claim.cid}</code>
          </TextLink>
        </KeyValue>
      </KeyValueList>
      {cover === null ? null : <OtherClaims claims={cover.otherClaims} />}
    </TitledCard>
  );
}

function ClaimedProduct({ claim: { product, cover } }: { claim: DeskClaim }) {
  const t = useTranslations("claims.desk.cover");
  const { nameType, nameSubtype } = useProductNames();
  const custom = Object.entries(product.custom).filter(([, value]) => value !== null && value !== "");
  return (
    <>
      <KeyValue name={t("product")}>
        {product.brand} {product.model}
        <div className="text-sm text-muted-foreground">
          {nameType(product.type)} · {nameSubtype(product.type, product.subtype)}
        </div>
      </KeyValue>
      <KeyValue name={t("marked")}>
        {product.productMarked === "" ? (
          <span className="text-muted-foreground">{t("unmarked")}</span>
        ) : (
          <code className="font-mono text-sm">{product.productMarked}</code>
        )}
      </KeyValue>
      {product.internalId === null ? null : (
        <KeyValue name={t("internalId")} value={<code className="font-mono text-sm">{product.internalId}</code>} />
      )}
      {cover === null || cover.userName === null ? null : <KeyValue name={t("user")}>{cover.userName}</KeyValue>}
      {custom.map(([name, value]) => (
        <KeyValue key={name} name={name}>
          {typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value)}
        </KeyValue>
      ))}
    </>
  );
}

function CoverFacts({ cover, claimAt }: { cover: Cover; claimAt: Date }) {
  const t = useTranslations("claims.desk.cover");
  const options = useTranslations("contracts.options");
  const { contract } = cover;
  return (
    <>
      <KeyValue name={t("value")}>
        <Money euros={eurosFromCents(cover.valueCents)} /> <span className="text-sm text-muted-foreground">{t("valueNote")}</span>
      </KeyValue>
      <KeyValue name={t("purchased")}>
        {cover.purchasedDate === null ? (
          <span className="text-muted-foreground">{t("notGiven")}</span>
        ) : (
          <TimeStamp at={cover.purchasedDate} as="day" timeZone="UTC" />
        )}
      </KeyValue>
      <KeyValue name={t("period")}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <CoverPeriod from={cover.startDate} until={cover.endDate} />
          <StatusBadge of="contract" status={cover.status} />
        </span>
      </KeyValue>
      <KeyValue name={t("atLoss")}>{t.rich(`atLossIs.${cover.atLoss}`, { time: () => <TimeStamp at={claimAt} as="day" /> })}</KeyValue>
      <KeyValue name={t("contractPeriod")}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <CoverPeriod from={contract.startDate} until={contract.endDate} />
          <StatusBadge of="contract" status={contract.status} />
        </span>
      </KeyValue>
      <KeyValue name={t("deductible")}>{t(contract.options.includes("no_deductible") ? "deductibleWaived" : "deductibleApplies")}</KeyValue>
      <KeyValue name={t("options")} wide>
        <span className="flex flex-wrap gap-1.5">
          <Badge tone="outline">{contract.type}</Badge>
          {contract.options.map((option) => (
            <Badge key={option} title={option}>
              {options(option)}
            </Badge>
          ))}
        </span>
      </KeyValue>
    </>
  );
}

function OtherClaims({ claims }: { claims: Cover["otherClaims"] }) {
  const t = useTranslations("claims.desk.cover");
  const subtypes = useTranslations("claims.subtypes");
  return (
    <section aria-label={t("otherClaims")} className="grid gap-2 border-t pt-4">
      <h3 className="text-sm text-muted-foreground">{t("otherClaims")}</h3>
      {claims.length === 0 ? (
        <p>{t("noOtherClaims")}</p>
      ) : (
        <ul className="grid gap-2">
          {claims.map(({ id, claimId, status, subtype, claimAt, paidCents }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <TextLink href={`/support/claims/${id}`} className="font-mono">
                {claimId ?? id}
              </TextLink>
              <StatusBadge of="claim" status={status} />
              <span className="text-sm text-muted-foreground">
                {subtypes(subtype)} · <TimeStamp at={claimAt} as="day" />
              </span>
              {paidCents === 0 ? null : (
                <span className="text-sm">{t.rich("paid", { amount: () => <Money euros={eurosFromCents(paidCents)} /> })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
