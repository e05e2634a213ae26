"use client";

import { useTranslations } from "next-intl";
import type { ClaimData } from "#components/claims-desk/queries.ts";
import { Identifier } from "#components/portal/identifier.tsx";
import { KeyValue, KeyValueList } from "#components/portal/key-value.tsx";
import { TextLink } from "#components/portal/text-link.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { OwnerLink, RenterLink } from "#components/support/links.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { isYes } from "#lib/claims/rules/entries.ts";

/** What happened, in the partner's words and answers. */
export function ClaimStory({ claim }: { claim: ClaimData }) {
  const t = useTranslations("claims");
  const { location, questions, note, cancelReason } = claim;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("story.title")}</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        <p className="max-w-prose [overflow-wrap:anywhere] whitespace-pre-wrap">{claim.description}</p>
        <KeyValueList className="lg:grid-cols-2">
          <KeyValue name={t("story.claimAt")}>
            <TimeStamp at={claim.claimAt} focusable />
          </KeyValue>
          <KeyValue name={t("story.location")}>
            {location.address}
            <br />
            {location.zipcode} {location.city}, {location.country}
          </KeyValue>
          {note === null ? null : (
            <KeyValue name={t("story.note")} wide>
              <span className="whitespace-pre-wrap">{note}</span>
            </KeyValue>
          )}
          {cancelReason === null ? null : (
            <KeyValue name={t("story.cancelReason")} wide>
              {cancelReason}
            </KeyValue>
          )}
        </KeyValueList>
        <section aria-labelledby="claim-answers" className="border-t pt-4">
          <h3 id="claim-answers" className="mb-2 font-semibold">
            {t("story.answers")}
          </h3>
          <dl className="grid divide-y">
            {Object.entries(questions).map(([question, answer]) => (
              <div key={question} className="grid gap-x-6 py-2 sm:grid-cols-[1fr_auto]">
                <dt className="text-muted-foreground [overflow-wrap:anywhere]">{question}</dt>
                <dd className="font-medium [overflow-wrap:anywhere] sm:max-w-72 sm:text-right">
                  <Answer answer={answer} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </CardContent>
    </Card>
  );
}

function Answer({ answer }: { answer: string | boolean }) {
  const t = useTranslations("claims");
  const isAgreed = isYes(answer);
  return isAgreed === undefined ? answer : t(isAgreed ? "yes" : "no");
}

/** Whom and what it happened to, and whose contract that is. */
export function ClaimParties({ claim, isSupport }: { claim: ClaimData; isSupport: boolean }) {
  const t = useTranslations("claims.parties");
  const { nameType, nameSubtype } = useProductNames();
  const { product, insured, owner } = claim;
  const { firstName, lastName, phoneNumber, email, company } = insured;
  const custom = Object.entries(product.custom).filter(([, value]) => value !== null && value !== "");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardContent>
        <KeyValueList className="lg:grid-cols-2">
          <KeyValue name={t("insured")}>
            {firstName} {lastName}
            {company === undefined ? null : <div>{company}</div>}
            <div className="text-sm text-muted-foreground">{phoneNumber}</div>
            {email === undefined ? null : <div className="text-sm text-muted-foreground">{email}</div>}
          </KeyValue>
          <KeyValue name={t("product")}>
            {product.brand} {product.model}
            <div className="text-sm text-muted-foreground">
              {nameType(product.type)} · {nameSubtype(product.type, product.subtype)}
            </div>
          </KeyValue>
          <KeyValue name={t("productMarked")}>
            <code className="font-mono text-sm">{product.productMarked}</code>
          </KeyValue>
          {product.internalId === null ? null : (
            <KeyValue name={t("internalId")}>
              <code className="font-mono text-sm">{product.internalId}</code>
            </KeyValue>
          )}
          {custom.map(([name, value]) => (
            <KeyValue key={name} name={name}>
              {typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value)}
            </KeyValue>
          ))}
          <KeyValue name={t("partner")}>
            <OwnerLink owner={owner} isSupport={isSupport} />
          </KeyValue>
          <KeyValue name={t("renter")}>
            <RenterLink uid={claim.uid} name={claim.renter} isSupport={isSupport} />
          </KeyValue>
          <KeyValue name={t("contract")} wide>
            <TextLink href={`/support/contracts?cid=${claim.cid}`}>
              <code className="font-mono text-sm">{claim.cid}</code>
            </TextLink>
          </KeyValue>
          <KeyValue name={t("id")} wide>
            <Identifier id={claim.id} what={t("theId")} />
          </KeyValue>
        </KeyValueList>
      </CardContent>
    </Card>
  );
}
