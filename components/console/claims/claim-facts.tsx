"use client";

import { useTranslations } from "next-intl";
import { OwnerLink, RenterLink } from "#components/console/links.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";

export function ClaimStory({ claim }: { claim: DeskClaim }) {
  const t = useTranslations("claims.desk.story");
  const facts = useTranslations("claims.facts");
  const { location, note, rejectionReason, cancelReason } = claim;
  return (
    <TitledCard title={t("title")} contentClassName="grid gap-5">
      <p className="max-w-prose [overflow-wrap:anywhere] whitespace-pre-wrap">{claim.description}</p>
      <KeyValueList className="lg:grid-cols-2">
        <KeyValue name={t("claimAt")} value={<TimeStamp at={claim.claimAt} />} />
        <KeyValue name={t("location")}>
          {location.address}
          <br />
          {location.zipcode} {location.city}, {location.country}
        </KeyValue>
        <KeyValue name={facts("created")} value={<TimeStamp at={claim.createdAt} focusable />} />
        {claim.submittedAt === null ? null : <KeyValue name={facts("submitted")} value={<TimeStamp at={claim.submittedAt} focusable />} />}
        {note === null ? null : <KeyValue name={t("note")} wide value={<span className="whitespace-pre-wrap">{note}</span>} />}
        {rejectionReason === null ? null : (
          <KeyValue name={t("rejectionReason")} wide value={<span className="whitespace-pre-wrap">{rejectionReason}</span>} />
        )}
        {cancelReason === null ? null : (
          <KeyValue name={t("cancelReason")} wide>
            {cancelReason}
          </KeyValue>
        )}
      </KeyValueList>
    </TitledCard>
  );
}

export function ClaimParties({ claim, isSupport }: { claim: DeskClaim; isSupport: boolean }) {
  const t = useTranslations("claims.desk.parties");
  const facts = useTranslations("claims.facts");
  const { insured, owner } = claim;
  const { firstName, lastName, phoneNumber, email, company } = insured;
  return (
    <TitledCard title={t("title")}>
      <KeyValueList className="lg:grid-cols-2">
        <KeyValue name={t("insured")}>
          {firstName} {lastName}
          {company === undefined ? null : <div>{company}</div>}
          <div className="text-sm text-muted-foreground">{phoneNumber}</div>
          {email === undefined ? null : <div className="text-sm text-muted-foreground">{email}</div>}
        </KeyValue>
        <KeyValue name={t("partner")} value={<OwnerLink owner={owner} isSupport={isSupport} />} />
        <KeyValue name={t("renter")} value={<RenterLink uid={claim.uid} name={claim.renter} isSupport={isSupport} />} />
        <KeyValue name={facts("id")} wide value={<Identifier id={claim.id} what={facts("theId")} />} />
      </KeyValueList>
    </TitledCard>
  );
}
