"use client";

import { useTranslations } from "next-intl";
import { OwnerLink, PartnerLink, RenterLink } from "#components/console/links.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { KeyRow } from "#lib/account/keys/list.ts";
import type { FoundRenter, FoundUser } from "#lib/account/partners/find-person.ts";
import type { PartnerRow } from "#lib/account/partners/list.ts";
import type { FoundWebhook } from "#lib/developer/console/find-traffic.ts";

export function WebhookFacts({ webhook, isSupport }: { webhook: FoundWebhook; isSupport: boolean }) {
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

export function KeyFacts({ data, isSupport }: { data: KeyRow; isSupport: boolean }) {
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

export function PartnerFacts({ partner, isSupport }: { partner: PartnerRow; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("name")} value={<PartnerLink id={partner.id} name={partner.name} isSupport={isSupport} />} />
      <KeyValue name={t("partnerId")} value={<Identifier id={partner.id} what={t("partnerId")} />} />
      <KeyValue name={t("status")} value={<StatusBadge of="partner" status={partner.status} />} />
    </KeyValueList>
  );
}

export function UserFacts({ user, isSupport }: { user: FoundUser; isSupport: boolean }) {
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

export function RenterFacts({ renter, isSupport }: { renter: FoundRenter; isSupport: boolean }) {
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
