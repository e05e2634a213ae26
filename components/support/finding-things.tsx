"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Wire } from "#components/portal/api.ts";
import { Money } from "#components/portal/figures.tsx";
import { Identifier } from "#components/portal/identifier.tsx";
import { KeyValue, KeyValueList } from "#components/portal/key-value.tsx";
import { HttpStatus, StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { LookUpLink, OwnerLink, PartnerLink, RenterLink } from "#components/support/links.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { KeyRow } from "#lib/keys/list-for-support.ts";
import { eurosFromCents } from "#lib/money.ts";
import type { PartnerRow } from "#lib/partners/list.ts";
import type { FoundContract } from "#lib/support/find-contract.ts";
import type { FoundWebhook } from "#lib/support/find-delivery.ts";
import type { FoundRenter, FoundUser } from "#lib/support/find-person.ts";

export function ContractFacts({
  contract,
  isSupport,
  isWhole = false,
}: {
  contract: Wire<FoundContract>;
  isSupport: boolean;
  isWhole?: boolean;
}) {
  const t = useTranslations("lookup");
  return (
    <>
      <KeyValueList>
        <KeyValue name="cid">
          <Identifier id={contract.cid} what={t("cid")} />
        </KeyValue>
        <KeyValue name={t("status")}>
          <span className="flex flex-wrap gap-2">
            <StatusBadge of="contract" status={contract.status} />
            {contract.test ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        </KeyValue>
        <KeyValue name={t("contractType")}>{contract.contractType}</KeyValue>
        <KeyValue name={t("owner")}>
          <OwnerLink owner={contract.owner} isSupport={isSupport} />
        </KeyValue>
        <KeyValue name={t("renter")}>
          <LookUpLink id={contract.uid}>{contract.renter}</LookUpLink>
        </KeyValue>
        <KeyValue name={t("price")}>
          <Money euros={eurosFromCents(contract.priceCents)} />
        </KeyValue>
        <KeyValue name={t("start")}>
          <TimeStamp at={contract.startDate} focusable />
        </KeyValue>
        <KeyValue name={t("end")}>
          <TimeStamp at={contract.endDate} focusable />
        </KeyValue>
        {contract.nextCid === null ? null : (
          <KeyValue name={t("renewedBy")}>
            <LookUpLink id={contract.nextCid} />
          </KeyValue>
        )}
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

/** What a contract insures, and what happened to it lately. */
export function ContractHistory({ contract }: { contract: Wire<FoundContract> }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList className="lg:grid-cols-2">
      <KeyValue name={t("products")} wide>
        <ul className="grid gap-1.5">
          {contract.products.map((product) => (
            <li key={product.cpid} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StatusBadge of="contract" status={product.status} />
              {product.title}
              <code className="font-mono text-sm text-muted-foreground">{product.cpid}</code>
            </li>
          ))}
        </ul>
      </KeyValue>
      <KeyValue name={t("latestCalls")}>
        {contract.calls.length === 0 ? <span className="text-muted-foreground">{t("noCalls")}</span> : null}
        <ul className="grid gap-1.5">
          {contract.calls.map((call) => (
            <li key={call.executionId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <HttpStatus status={call.status} />
              <LookUpLink id={call.executionId}>
                <code className="font-mono text-sm">
                  {call.method} {call.path}
                </code>
              </LookUpLink>
              <span className="text-sm text-muted-foreground">
                <TimeStamp at={call.at} />
              </span>
            </li>
          ))}
        </ul>
      </KeyValue>
      <KeyValue name={t("latestEvents")}>
        {contract.events.length === 0 ? <span className="text-muted-foreground">{t("noEvents")}</span> : null}
        <ul className="grid gap-1.5">
          {contract.events.map((event) => (
            <li key={event.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <LookUpLink id={event.id}>
                <code className="font-mono text-sm">{event.eventType}</code>
              </LookUpLink>
              <span className="text-sm text-muted-foreground">
                <TimeStamp at={event.at} />
              </span>
            </li>
          ))}
        </ul>
      </KeyValue>
    </KeyValueList>
  );
}

export function WebhookFacts({ webhook, isSupport }: { webhook: Wire<FoundWebhook>; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("name")}>{webhook.name}</KeyValue>
      <KeyValue name={t("webhookId")}>
        <Identifier id={webhook.id} what={t("webhookId")} />
      </KeyValue>
      <KeyValue name={t("status")}>
        {webhook.deletedAt === null ? (
          <StatusBadge of="webhook" status={webhook.enabled ? "enabled" : "disabled"} />
        ) : (
          <Badge tone="outline">{t("deleted")}</Badge>
        )}
      </KeyValue>
      <KeyValue name={t("owner")}>
        <OwnerLink owner={webhook.owner} isSupport={isSupport} />
      </KeyValue>
      <KeyValue name={t("url")}>
        <code className="font-mono text-sm">{webhook.url}</code>
      </KeyValue>
    </KeyValueList>
  );
}

export function KeyFacts({ data, isSupport }: { data: Wire<KeyRow>; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("key")}>
        <code className="font-mono text-sm">{data.preview}…</code>
      </KeyValue>
      <KeyValue name={t("keyId")}>
        <Identifier id={data.id} what={t("keyId")} />
      </KeyValue>
      <KeyValue name={t("status")}>
        <StatusBadge of="key" status={data.state} />
      </KeyValue>
      <KeyValue name={t("owner")}>
        <OwnerLink owner={data} isSupport={isSupport} />
      </KeyValue>
      <KeyValue name={t("lastUsed")}>{data.lastUsedAt === null ? null : <TimeStamp at={data.lastUsedAt} focusable />}</KeyValue>
      <KeyValue name={t("created")}>
        <TimeStamp at={data.createdAt} focusable />
      </KeyValue>
      {data.revokedReason === null ? null : (
        <KeyValue name={t("revokedReason")} wide>
          {data.revokedReason}
        </KeyValue>
      )}
    </KeyValueList>
  );
}

export function PartnerFacts({ partner, isSupport }: { partner: Wire<PartnerRow>; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("name")}>
        <PartnerLink id={partner.id} name={partner.name} isSupport={isSupport} />
      </KeyValue>
      <KeyValue name={t("partnerId")}>
        <Identifier id={partner.id} what={t("partnerId")} />
      </KeyValue>
      <KeyValue name={t("status")}>
        <StatusBadge of="partner" status={partner.status} />
      </KeyValue>
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
      <KeyValue name={t("userId")}>
        <Identifier id={user.id} what={t("userId")} />
      </KeyValue>
      <KeyValue name={t("status")}>
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge of="user" status={user.status} />
          {roles(user.role)}
        </span>
      </KeyValue>
      {user.partner === null ? null : (
        <KeyValue name={t("owner")}>
          <PartnerLink id={user.partner.id} name={user.partner.name} isSupport={isSupport} />
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
      <KeyValue name="uid">
        <Identifier id={renter.uid} what="uid" />
      </KeyValue>
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
