"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Pause, Play, ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { LogoCard } from "#components/console/logo-card.tsx";
import { PartnerKeys } from "#components/console/partners/partner-keys.tsx";
import { PartnerRenters } from "#components/console/partners/partner-renters.tsx";
import { PartnerSettings } from "#components/console/partners/partner-settings.tsx";
import { partnerQuery, partnerTab, partnerTabs } from "#components/console/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { Identifier } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PartnerReadiness } from "#components/readiness/readiness-list.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs.tsx";
import { UserList } from "#components/users/user-list.tsx";
import type { PartnerDetail as PartnerData } from "#lib/account/partners/list.ts";
import type { Partner } from "#lib/account/worlds/find.ts";
import type { PartnerStatus } from "#lib/account/worlds/schema.ts";

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
