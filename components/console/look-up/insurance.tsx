"use client";

import { useTranslations } from "next-intl";
import { LookUpLink, OwnerLink } from "#components/console/links.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import type { FoundClaim, FoundContract } from "#lib/developer/console/find-insurance.ts";
import type { FoundProduct, FoundRenewal } from "#lib/developer/console/look-up.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

type Call = FoundContract["calls"][number];

type Event = FoundContract["events"][number];

interface LatestStep {
  key: string;
  at: Date;
  /** Null for what time, support or a link did, and where the call is no longer among the latest. */
  call: Call | null;
  /** In their order; none of a call that only read or was refused. */
  events: Event[];
}

export function ContractFacts({
  contract,
  isSupport,
  isWhole = false,
}: {
  contract: FoundContract;
  isSupport: boolean;
  isWhole?: boolean;
}) {
  const t = useTranslations("lookup");
  const option = useTranslations("contracts.options");
  return (
    <>
      <KeyValueList>
        <KeyValue name="cid" value={<Identifier id={contract.cid} what={t("cid")} />} />
        <KeyValue name={t("status")}>
          <span className="flex flex-wrap gap-2">
            <StatusBadge of="contract" status={contract.status} />
            {contract.test ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        </KeyValue>
        <KeyValue name={t("contractType")}>{contract.contractType}</KeyValue>
        <KeyValue name={t("owner")} value={<OwnerLink owner={contract.owner} isSupport={isSupport} />} />
        <KeyValue name={t("renter")} value={<LookUpLink id={contract.uid}>{contract.renter}</LookUpLink>} />
        {contract.customer === null ? null : <KeyValue name={t("customer")}>{contract.customer}</KeyValue>}
        <KeyValue name={t("options")}>
          <span className="flex flex-wrap gap-1.5">
            {contract.options.map((each) => (
              <Badge key={each} title={each}>
                {option(each)}
              </Badge>
            ))}
          </span>
        </KeyValue>
        <KeyValue name={t("price")} value={<Money euros={eurosFromCents(contract.priceCents)} />} />
        <KeyValue name={t("start")} value={<TimeStamp at={contract.startDate} focusable />} />
        <KeyValue name={t("end")} value={<TimeStamp at={contract.endDate} focusable />} />
        {contract.nextCid === null ? null : <KeyValue name={t("renewedBy")} value={<LookUpLink id={contract.nextCid} />} />}
        {contract.endReason === null ? null : <KeyValue name={t("endReason")}>{contract.endReason}</KeyValue>}
      </KeyValueList>
      {isWhole ? null : (
        <Button asChild variant="outline" size="sm" className="justify-self-start">
          <Link href={`/support/contracts?${new URLSearchParams({ cid: contract.cid })}`}>{t("openContract")}</Link>
        </Button>
      )}
    </>
  );
}

/** The latest calls and events about a contract or a claim, each change once. */
export function Latest({ of }: { of: Pick<FoundContract, "calls" | "events"> }) {
  const t = useTranslations("lookup");
  const steps = latestSteps(of);
  if (steps.length === 0) return <span className="text-muted-foreground">{t("noTraffic")}</span>;
  return (
    <ul className="grid gap-2.5">
      {steps.map(({ key, at, call, events }) => (
        <li key={key} className="grid gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="text-sm text-muted-foreground">
              <TimeStamp at={at} />
            </span>
            {call === null ? null : (
              <>
                <HttpStatus status={call.status} />
                <LookUpLink id={call.executionId}>
                  <code className="font-mono text-sm">{`${call.method} ${call.path}`}</code>
                </LookUpLink>
              </>
            )}
          </span>
          {events.map((event) => (
            <LookUpLink key={event.id} id={event.id}>
              <code className="font-mono text-sm">{event.eventType}</code>
            </LookUpLink>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function ClaimFacts({ claim, isSupport }: { claim: FoundClaim; isSupport: boolean }) {
  const t = useTranslations("lookup");
  const what = useTranslations("claims.subtypes");
  const { document } = claim;
  return (
    <>
      <KeyValueList>
        <KeyValue name={t("claimNumber")}>
          {claim.claimId === null ? null : <Identifier id={claim.claimId} what={t("claimNumber")} />}
        </KeyValue>
        <KeyValue name={t("claimIdentifier")} value={<Identifier id={claim.id} what={t("claimIdentifier")} />} />
        <KeyValue name={t("status")}>
          <span className="flex flex-wrap gap-2">
            <StatusBadge of="claim" status={claim.status} />
            {claim.test ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        </KeyValue>
        <KeyValue name={t("what")}>{what(claim.subtype)}</KeyValue>
        <KeyValue name={t("claimAt")} value={<TimeStamp at={claim.claimAt} focusable />} />
        <KeyValue name={t("owner")} value={<OwnerLink owner={claim.owner} isSupport={isSupport} />} />
        <KeyValue name={t("renter")} value={<LookUpLink id={claim.uid}>{claim.renter}</LookUpLink>} />
        <KeyValue name={t("kinds.contract")} value={<LookUpLink id={claim.cid} />} />
        {document === null ? null : (
          <KeyValue name={t("document")} wide>
            <span className="flex flex-wrap items-center gap-2">
              {document.type}
              {document.isReplaced ? <Badge tone="outline">{t("replaced")}</Badge> : <StatusBadge of="document" status={document.status} />}
            </span>
          </KeyValue>
        )}
        <KeyValue name={t("latest")} wide value={<Latest of={claim} />} />
      </KeyValueList>
      <Button asChild variant="outline" size="sm" className="justify-self-start">
        <Link href={`/support/claims/${claim.id}`}>{t("openClaim")}</Link>
      </Button>
    </>
  );
}

export function ProductFacts({ product, isSupport }: { product: FoundProduct; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("name")}>{product.title}</KeyValue>
      <KeyValue name={t("productId")} value={<Identifier id={product.id} what={t("productId")} />} />
      <KeyValue name="uid" value={<Identifier id={product.uid} what="uid" />} />
      <KeyValue name={t("owner")} value={<OwnerLink owner={product.owner} isSupport={isSupport} />} />
      <KeyValue name={t("created")} value={<TimeStamp at={product.createdAt} focusable />} />
      {product.deletedAt === null ? null : <KeyValue name={t("deleted")} value={<TimeStamp at={product.deletedAt} focusable />} />}
      <KeyValue name={t("contracts.title")} wide>
        <ul className="grid gap-1.5">
          {product.contracts.map((cid) => (
            <li key={cid}>
              <LookUpLink id={cid} />
            </li>
          ))}
        </ul>
      </KeyValue>
    </KeyValueList>
  );
}

/** An automatic renewal, with the contracts before and after it. */
export function RenewalFacts({ renewal, isSupport }: { renewal: FoundRenewal; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("renewalId")} value={<Identifier id={renewal.arid} what={t("renewalId")} />} />
      <KeyValue name={t("status")} value={<StatusBadge of="renewal" status={renewal.state} />} />
      <KeyValue name={t("owner")} value={<OwnerLink owner={renewal.owner} isSupport={isSupport} />} />
      <KeyValue name={t("scheduledFor")} value={<TimeStamp at={renewal.scheduledFor} focusable />} />
      <KeyValue name={t("kinds.contract")} value={<LookUpLink id={renewal.cid} />} />
      {renewal.nextCid === null ? null : <KeyValue name={t("renewedBy")} value={<LookUpLink id={renewal.nextCid} />} />}
    </KeyValueList>
  );
}

/** Calls and events about one thing, the latest first; an event stands with the call that caused it (rules/words.md#history-1). */
export function latestSteps({ calls, events }: Pick<FoundContract, "calls" | "events">): LatestStep[] {
  const steps = new Map<string, LatestStep>(
    calls.map((call) => [call.executionId, { key: call.executionId, at: new Date(call.at), call, events: [] }]),
  );
  for (const event of events.toReversed()) {
    const own = `${event.executionId} ${event.at}`;
    const key = event.executionId !== null && steps.has(event.executionId) ? event.executionId : own;
    const step = steps.get(key) ?? { key, at: new Date(event.at), call: null, events: [] };
    step.events.push(event);
    steps.set(key, step);
  }
  return [...steps.values()].toSorted((one, other) => other.at.getTime() - one.at.getTime());
}
