"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowLeftRight,
  Building2,
  CalendarSync,
  FileCheck,
  KeyRound,
  LifeBuoy,
  Package,
  Search,
  Send,
  Store,
  UserRound,
  Webhook,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { OwnerLink, PartnerLink, RenterLink } from "#components/console/links.tsx";
import { ClaimFacts, ContractFacts, ProductFacts, RenewalFacts } from "#components/console/look-up/insurance.tsx";
import { TermSearch } from "#components/console/look-up/term-search.tsx";
import { CallFacts, DeliveryFacts, EventFacts } from "#components/console/look-up/traffic.tsx";
import { lookUpFilters, lookUpQuery, lookUpSearchQuery } from "#components/console/queries.ts";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { FoundStatus, PaletteIcon } from "#components/palette/found-status.tsx";
import { listOf } from "#components/palette/palette-groups.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { KeyRow } from "#lib/account/keys/list.ts";
import type { FoundRenter, FoundUser } from "#lib/account/partners/find-person.ts";
import type { PartnerRow } from "#lib/account/partners/list.ts";
import type { FoundWebhook } from "#lib/developer/console/find-traffic.ts";
import type { Finding } from "#lib/developer/console/look-up.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import type { Role } from "#lib/platform/roles.ts";

const icons: Record<Finding["kind"], LucideIcon> = {
  call: ArrowLeftRight,
  claim: LifeBuoy,
  contract: FileCheck,
  delivery: Send,
  event: Zap,
  webhook: Webhook,
  key: KeyRound,
  partner: Building2,
  product: Package,
  renewal: CalendarSync,
  user: UserRound,
  renter: Store,
};

/** Looks up any identifier, and what contains a text. */
export function LookUp({ role }: { role: Role }) {
  const t = useTranslations("lookup");
  const [asked, setAsked] = useQueryState("q", lookUpFilters.q.withOptions({ history: "push" }));
  const term = asked?.trim() ?? "";
  const exact = useQuery({ ...lookUpQuery(term), enabled: term !== "" });
  const search = useQuery({ ...lookUpSearchQuery(term), enabled: term !== "" });
  const isFoundPerson = exact.data?.some(({ kind }) => kind === "user") === true;
  const containing = search.data?.filter(({ field, kind }) => field !== undefined || (kind === "people" && !isFoundPerson));
  const data = exact.data === undefined || containing === undefined ? undefined : { findings: exact.data, containing };
  const query = {
    data,
    error: exact.error ?? search.error,
    isPlaceholderData: exact.isPlaceholderData || search.isPlaceholderData,
    refetch: () => Promise.all([exact.refetch(), search.refetch()]),
  };
  return (
    <TermSearch
      term={term}
      onAsk={(next) => void setAsked(next === "" ? null : next)}
      query={query}
      count={({ findings, containing: items }) => findings.length + items.length}
      icon={Search}
      words={{
        label: t("label"),
        placeholder: t("placeholder"),
        confirm: t("ask"),
        emptyTitle: t("emptyTitle"),
        empty: t("empty"),
        noneTitle: t("noneTitle"),
        none: t("none"),
      }}
    >
      {({ findings, containing: items }) => (
        <>
          {findings.map((finding, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what was found keeps its place
            <FindingCard key={`${finding.kind} ${index}`} finding={finding} isSupport={role === "support"} />
          ))}
          <Containing items={items} term={term} isSupport={role === "support"} />
        </>
      )}
    </TermSearch>
  );
}

/** The things that contain a text, by kind, each with the field that does. */
function Containing({ items, term, isSupport }: { items: readonly FoundItem[]; term: string; isSupport: boolean }) {
  const t = useTranslations("lookup");
  const words = useTranslations("shell.palette");
  const environments = useTranslations("shell.environments");
  return [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, found]) => (
    <Card key={kind}>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <PaletteIcon of={kind} />
          {words(`kindsOfThings.${kind}`)}
          <span className="text-sm font-normal text-muted-foreground">
            {t(found.some(({ hasMore }) => hasMore === true) ? "firstOfMore" : "allOfThem", { count: found.length })}
          </span>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="grid gap-3" aria-label={t("containing")}>
          {found.map(({ href, title, hint, environment, status, cover, field }) => (
            <li key={`${href} ${hint}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <TextLink href={href}>{title}</TextLink>
              {typeof status === "string" ? <FoundStatus kind={kind} status={status} /> : null}
              {environment ? <Badge tone="outline">{environments(environment)}</Badge> : null}
              {field ? <span className="text-sm font-medium">{t("foundIn", { field: words(`fields.${field}`) })}</span> : null}
              {cover ? (
                <span className="text-sm">
                  <CoverPeriod from={cover[0]} until={cover[1]} focusable />
                </span>
              ) : null}
              <span className="min-w-0 text-sm break-words text-muted-foreground">{hint}</span>
            </li>
          ))}
        </ul>
        <AllOfKind kind={kind} term={term} isCut={found.some(({ hasMore }) => hasMore === true)} isSupport={isSupport} />
      </CardContent>
    </Card>
  ));
}

/** Leads to the console's list of what is cut off. */
function AllOfKind({ kind, term, isCut, isSupport }: { kind: FoundItem["kind"]; term: string; isCut: boolean; isSupport: boolean }) {
  const words = useTranslations("shell.palette");
  if (!isCut || (kind !== "claims" && !(kind === "renters" && isSupport))) return null;
  const href = listOf(kind, term, [{ href: `/support/${kind}` }]) ?? "";
  return (
    <p className="mt-3">
      <TextLink href={href}>{words(`all.${kind}`, { text: term })}</TextLink>
    </p>
  );
}

/** A result of a look-up with its facts and links. Claim handlers have no pages of partners and keys. */
function FindingCard({ finding, isSupport }: { finding: Finding; isSupport: boolean }) {
  const t = useTranslations("lookup.kinds");
  const Icon = icons[finding.kind];
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <Icon aria-hidden className="size-4.5 text-muted-foreground" />
          {t(finding.kind)}
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">{factsOf(finding, isSupport)}</CardContent>
    </Card>
  );
}

function factsOf(finding: Finding, isSupport: boolean): ReactNode {
  switch (finding.kind) {
    case "call":
      return <CallFacts call={finding.found} isSupport={isSupport} />;
    case "claim":
      return <ClaimFacts claim={finding.found} isSupport={isSupport} />;
    case "contract":
      return <ContractFacts contract={finding.found} isSupport={isSupport} />;
    case "delivery":
      return <DeliveryFacts delivery={finding.found} isSupport={isSupport} />;
    case "event":
      return <EventFacts event={finding.found} isSupport={isSupport} />;
    case "webhook":
      return <WebhookFacts webhook={finding.found} isSupport={isSupport} />;
    case "key":
      return <KeyFacts data={finding.found} isSupport={isSupport} />;
    case "partner":
      return <PartnerFacts partner={finding.found} isSupport={isSupport} />;
    case "product":
      return <ProductFacts product={finding.found} isSupport={isSupport} />;
    case "renewal":
      return <RenewalFacts renewal={finding.found} isSupport={isSupport} />;
    case "user":
      return <UserFacts user={finding.found} isSupport={isSupport} />;
    case "renter":
      return <RenterFacts renter={finding.found} isSupport={isSupport} />;
  }
}

function WebhookFacts({ webhook, isSupport }: { webhook: FoundWebhook; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("name")}>{webhook.name}</KeyValue>
      <KeyValue name={t("webhookId")} value={<Identifier id={webhook.id} what={t("webhookId")} />} />
      <KeyValue name={t("status")}>
        {webhook.deletedAt === null ? (
          <StatusBadge of="webhook" status={webhook.enabled ? "enabled" : "disabled"} />
        ) : (
          <Badge tone="outline">{t("deleted")}</Badge>
        )}
      </KeyValue>
      <KeyValue name={t("owner")} value={<OwnerLink owner={webhook.owner} isSupport={isSupport} />} />
      <KeyValue name={t("url")} value={<code className="font-mono text-sm">{webhook.url}</code>} />
    </KeyValueList>
  );
}

function KeyFacts({ data, isSupport }: { data: KeyRow; isSupport: boolean }) {
  const t = useTranslations("lookup");
  const reports = useTranslations("common.statuses.key");
  return (
    <KeyValueList>
      <KeyValue name={t("key")} value={<code className="font-mono text-sm">{data.preview}…</code>} />
      <KeyValue name={t("keyId")} value={<Identifier id={data.id} what={t("keyId")} />} />
      <KeyValue name={t("status")}>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge of="key" status={data.state} />
          {data.isReported ? <Badge tone="danger">{reports("reported")}</Badge> : null}
        </span>
      </KeyValue>
      <KeyValue name={t("owner")} value={<OwnerLink owner={data} isSupport={isSupport} />} />
      <KeyValue name={t("lastUsed")}>{data.lastUsedAt === null ? null : <TimeStamp at={data.lastUsedAt} focusable />}</KeyValue>
      <KeyValue name={t("created")} value={<TimeStamp at={data.createdAt} focusable />} />
      {data.revokedReason === null ? null : (
        <KeyValue name={t("revokedReason")} wide>
          {data.revokedReason}
        </KeyValue>
      )}
    </KeyValueList>
  );
}

function PartnerFacts({ partner, isSupport }: { partner: PartnerRow; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("name")} value={<PartnerLink id={partner.id} name={partner.name} isSupport={isSupport} />} />
      <KeyValue name={t("partnerId")} value={<Identifier id={partner.id} what={t("partnerId")} />} />
      <KeyValue name={t("status")} value={<StatusBadge of="partner" status={partner.status} />} />
    </KeyValueList>
  );
}

function UserFacts({ user, isSupport }: { user: FoundUser; isSupport: boolean }) {
  const t = useTranslations("lookup");
  const roles = useTranslations("shell.roles");
  return (
    <KeyValueList>
      <KeyValue name={t("name")}>
        {user.name}
        <span className="block text-sm text-muted-foreground">{user.email}</span>
      </KeyValue>
      <KeyValue name={t("userId")} value={<Identifier id={user.id} what={t("userId")} />} />
      <KeyValue name={t("status")}>
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge of="user" status={user.status} />
          {roles(user.role)}
        </span>
      </KeyValue>
      {user.partner === null ? null : (
        <KeyValue name={t("owner")}>
          <PartnerLink id={user.partner.id} name={user.partner.name} tab="users" isSupport={isSupport} />
        </KeyValue>
      )}
    </KeyValueList>
  );
}

function RenterFacts({ renter, isSupport }: { renter: FoundRenter; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("name")}>
        <RenterLink uid={renter.uid} name={renter.company} isSupport={isSupport} />
        <span className="block text-sm text-muted-foreground">{renter.city}</span>
      </KeyValue>
      <KeyValue name="uid" value={<Identifier id={renter.uid} what="uid" />} />
      <KeyValue name={t("attachedTo")}>
        {renter.owners.length === 0 ? null : (
          <ul className="grid gap-1.5">
            {renter.owners.map((owner) => (
              <li key={`${owner.partnerId} ${owner.environment}`}>
                <OwnerLink owner={owner} isSupport={isSupport} />
              </li>
            ))}
          </ul>
        )}
      </KeyValue>
    </KeyValueList>
  );
}
