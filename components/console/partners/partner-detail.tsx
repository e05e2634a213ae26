"use client";

import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeftRight, KeyRound, Pause, Play, ScrollText, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { KeyUse, RevokeKey } from "#components/console/keys/key-impact.tsx";
import { RegenerateKey } from "#components/console/keys/regenerate-key.tsx";
import { EnvironmentBadge } from "#components/console/links.tsx";
import { LogoCard } from "#components/console/logo-card.tsx";
import { PartnerSettings } from "#components/console/partners/partner-settings.tsx";
import { partnerKeysAsked, partnerKeysQuery, partnerQuery, partnerTab, partnerTabs } from "#components/console/queries.ts";
import { AttachRenter } from "#components/console/renters/attach-renter.tsx";
import { AttachHere, DetachRenter } from "#components/console/renters/detach-renter.tsx";
import { api, trpc } from "#components/kit/api/api.ts";
import { Identifier } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PartnerReadiness } from "#components/readiness/readiness-list.tsx";
import { partnerRentersQuery, renterParsers } from "#components/renters/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs.tsx";
import { UserList } from "#components/users/user-list.tsx";
import type { KeyRow } from "#lib/account/keys/list.ts";
import type { PartnerDetail as PartnerData } from "#lib/account/partners/list.ts";
import type { Partner } from "#lib/account/worlds/find.ts";
import type { PartnerStatus } from "#lib/account/worlds/schema.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { PartnerRenter } from "#lib/insurance/renters/list.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";

const idOf = ({ uid }: PartnerRenter) => uid;

const hrefOf = ({ uid }: PartnerRenter) => `/support/renters/${encodeURIComponent(uid)}`;

export function PartnerDetail({ partnerId, sendsMail }: { partnerId: string; sendsMail: boolean }) {
  const t = useTranslations("partners");
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: trpc.console.partners.pathKey() });
  const { data: partner } = useSuspenseQuery(partnerQuery(partnerId));
  const [{ tab }, setPlace] = useQueryStates({ ...partnerTab, ...cursorParsers }, { history: "push" });
  // Each tab's list starts at its newest row.
  const open = (chosen: string) => void setPlace({ tab: partnerTabs.find((name) => name === chosen) ?? null, before: null, after: null });
  return (
    <>
      <PageHeader
        title={partner.name}
        crumbs={[{ label: t("title"), href: "/support/partners" }]}
        badge={<StatusBadge of="partner" status={partner.status} />}
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Identifier id={partner.id} what={t("id")} />
            <span>{t.rich("since", { time: () => <TimeStamp at={partner.createdAt} as="day" focusable /> })}</span>
          </span>
        }
        actions={
          <>
            <LinkButton variant="outline" href={`/support/partners/${partner.id}/production`} icon={ArrowLeftRight}>
              {t("traffic")}
            </LinkButton>
            <LinkButton variant="outline" href={`/support/audit?${new URLSearchParams({ subject: partner.id })}`} icon={ScrollText}>
              {t("history")}
            </LinkButton>
            {partner.status === "active" || partner.status === "suspended" ? (
              <StatusChange partner={partner} status={partner.status} />
            ) : null}
          </>
        }
      />
      {partner.status === "suspended" ? <Suspension partner={partner} /> : null}
      <Tabs value={tab} onValueChange={open}>
        <TabsList aria-label={t("sections")}>
          {partnerTabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {t(`tabs.${name}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="keys">
          <PartnerKeys partnerId={partner.id} />
        </TabsContent>
        <TabsContent value="users">
          <UserList partnerId={partner.id} sendsMail={sendsMail} />
        </TabsContent>
        <TabsContent value="renters">
          <PartnerRenters partnerId={partner.id} />
        </TabsContent>
        <TabsContent value="readiness">
          <PartnerReadiness partnerId={partner.id} />
        </TabsContent>
        <TabsContent value="settings">
          <div className="grid gap-5">
            <PartnerSettings partner={partner} />
            <LogoCard owner={{ kind: "partner", id: partner.id }} logo={partner.logo} refresh={refresh} />
          </div>
        </TabsContent>
      </Tabs>
    </>
  );
}

function Suspension({ partner: { suspension } }: { partner: PartnerData }) {
  const t = useTranslations("partners");
  return (
    <Alert tone="danger" title={t("suspendedTitle")} className="mb-5">
      <p>{t("suspended")}</p>
      {suspension === null ? null : (
        <p className="mt-1">
          {t.rich("suspendedBy", { by: suspension.by, time: () => <TimeStamp at={suspension.at} focusable /> })}
          {suspension.reason === null ? null : <> {t("suspendedReason", { reason: suspension.reason })}</>}
        </p>
      )}
    </Alert>
  );
}

const changes = {
  active: { to: "suspended", icon: Pause, words: "suspend" },
  suspended: { to: "active", icon: Play, words: "resume" },
} as const satisfies Record<PartnerStatus, { to: PartnerStatus; icon: typeof Pause; words: string }>;

function StatusChange({ partner, status }: { partner: Partner; status: PartnerStatus }) {
  const { to, icon: Icon, words } = changes[status];
  const t = useTranslations(`partners.${words}`);
  const client = useQueryClient();
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" className={to === "suspended" ? "text-danger" : undefined} icon={Icon}>
          {t("open")}
        </Button>
      }
      title={t("title", { name: partner.name })}
      description={t("description")}
      confirm={t("confirm")}
      isDestructive={to === "suspended"}
      asksReason
      onConfirm={async (reason) => {
        await api.console.partners.setStatus.mutate({ partnerId: partner.id, status: to, reason });
        await client.invalidateQueries({ queryKey: trpc.console.partners.pathKey() });
        notify("success", t("done", { name: partner.name }));
      }}
    />
  );
}

function PartnerRenters({ partnerId }: { partnerId: string }) {
  const t = useTranslations("companies");
  const filters = useListFilters(renterParsers);
  const query = useQuery(partnerRentersQuery(partnerId, filters.values));
  const columns: Column<PartnerRenter>[] = [
    { key: "company", header: t("columns.company"), cell: ({ company }) => company },
    {
      key: "uid",
      header: t("columns.uid"),
      cell: ({ uid }) => <code className="block max-w-72 font-mono text-sm [overflow-wrap:anywhere] sm:truncate">{uid}</code>,
      phone: "below",
    },
    { key: "city", header: t("columns.city"), cell: ({ city, country }) => `${city} (${country})`, phone: "belowEnd" },
    ...environments.map((environment): Column<PartnerRenter> => ({
      key: environment,
      header: <EnvironmentBadge environment={environment} />,
      cell: (renter) => <Attachment partnerId={partnerId} environment={environment} renter={renter} />,
      phone: "line",
    })),
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-muted-foreground">{t("ofPartner")}</p>
        <AttachRenter partnerId={partnerId} />
      </div>
      <ResourceList
        texts={t}
        declared={renterFilters}
        filters={filters}
        query={query}
        words={{ search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") } }}
        columns={columns}
        idOf={idOf}
        hrefOf={hrefOf}
        isNewestFirst={false}
        nothing={
          <EmptyState icon={Store} title={t("noneAttachedTitle")}>
            {t("noneAttached")}
          </EmptyState>
        }
      />
    </>
  );
}

function Attachment({ partnerId, environment, renter }: { partnerId: string; environment: Environment; renter: PartnerRenter }) {
  const t = useTranslations("companies");
  const place = { partnerId, environment, uid: renter.uid, renter: renter.company };
  const attachment = renter.attachments.find((each) => each.environment === environment);
  return (
    // Above the row's link.
    <span className="relative z-10 flex flex-wrap items-center gap-x-2">
      <span className="sm:hidden">
        <EnvironmentBadge environment={environment} />
      </span>
      {attachment === undefined ? (
        <span className="text-muted-foreground">{t("notAttached")}</span>
      ) : (
        <span>{t.rich("since", { time: () => <TimeStamp at={attachment.attachedAt} as="day" /> })}</span>
      )}
      {attachment === undefined ? <AttachHere place={place} /> : <DetachRenter place={place} />}
    </span>
  );
}

function PartnerKeys({ partnerId }: { partnerId: string }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      {environments.map((environment) => (
        <EnvironmentKeys key={environment} partnerId={partnerId} environment={environment} />
      ))}
    </div>
  );
}

function EnvironmentKeys({ partnerId, environment }: { partnerId: string; environment: Environment }) {
  const t = useTranslations("partners.keys");
  const environmentName = useTranslations("shell.environments")(environment);
  const query = useQuery(partnerKeysQuery(partnerKeysAsked(partnerId, environment, "working")));
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const working = query.data.rows;
  return (
    <TitledCard
      data-environment={environment}
      className="border-t-2 border-t-environment"
      title={environmentName}
      description={t("working", { count: working.length })}
      action={<RegenerateKey partnerId={partnerId} environment={environment} working={working.filter(({ name }) => name === null)} />}
      contentClassName="grid gap-3"
    >
      {working.length === 0 ? <p className="rounded-md bg-muted px-3 py-2 text-muted-foreground">{t("none")}</p> : null}
      <ul className="grid gap-3">
        {working.map((key) => (
          <li key={key.id} className="grid gap-3 rounded-lg border px-4 py-3">
            <div className="flex flex-wrap items-start justify-between gap-3 sm:flex-nowrap">
              <KeyFacts data={key} />
              <RevokeKey keyId={key.id} preview={key.preview} />
            </div>
            <KeyUse keyId={key.id} />
          </li>
        ))}
      </ul>
      <PastKeys partnerId={partnerId} environment={environment} />
    </TitledCard>
  );
}

function PastKeys({ partnerId, environment }: { partnerId: string; environment: Environment }) {
  const t = useTranslations("partners.keys");
  const [place, setPlace] = useState<{ before?: string; after?: string }>({});
  const { data } = useQuery(partnerKeysQuery(partnerKeysAsked(partnerId, environment, "past", place)));
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <details className="group">
      <summary className="w-fit cursor-pointer rounded-sm text-sm text-muted-foreground hover:text-foreground">{t("past")}</summary>
      <ul className="mt-3 grid gap-3">
        {data.rows.map((key) => (
          <li key={key.id} className="rounded-lg border border-dashed px-4 py-3">
            <KeyFacts data={key} />
          </li>
        ))}
      </ul>
      <Pager page={data} isPaged={Object.keys(place).length > 0} go={setPlace} />
    </details>
  );
}

function KeyFacts({ data }: { data: KeyRow }) {
  const t = useTranslations("partners.keys");
  const reports = useTranslations("common.statuses.key");
  const { id, name, rights, preview, state, isReported, createdAt, lastUsedAt, expiresAt, revokedAt, revokedReason } = data;
  return (
    <div className="min-w-0 space-y-1">
      <div className="flex flex-wrap items-center gap-2">
        <KeyRound aria-hidden className="size-4 text-muted-foreground" />
        {name === null ? null : <span className="font-medium">{name}</span>}
        <code className="font-mono">{preview}…</code>
        {name === null ? null : <Badge tone="outline">{rights.join(", ")}</Badge>}
        <StatusBadge of="key" status={state} />
        {isReported ? <Badge tone="danger">{reports("reported")}</Badge> : null}
      </div>
      <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted-foreground">
        <span>{t.rich("created", { time: () => <TimeStamp at={createdAt} as="day" focusable /> })}</span>
        {state === "active" || state === "expiring" ? null : (
          <span>
            {lastUsedAt === null ? t("neverUsed") : t.rich("lastUsed", { time: () => <TimeStamp at={lastUsedAt} as="ago" focusable /> })}
          </span>
        )}
        {expiresAt === null || revokedAt !== null ? null : (
          <span className={state === "expiring" ? "text-warning" : undefined}>
            {t.rich(state === "expiring" || state === "active" ? "worksUntil" : "ended", {
              time: () => <TimeStamp at={expiresAt} focusable />,
            })}
          </span>
        )}
        {revokedAt === null ? null : <span>{t.rich("revoked", { time: () => <TimeStamp at={revokedAt} focusable /> })}</span>}
      </p>
      {revokedReason === null ? null : <p className="text-sm [overflow-wrap:anywhere]">{t("reason", { reason: revokedReason })}</p>}
      <div className="text-muted-foreground">
        <Identifier id={id} what={t("id")} />
      </div>
    </div>
  );
}
