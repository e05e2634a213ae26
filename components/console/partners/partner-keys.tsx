"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { KeyUse } from "#components/console/keys/key-impact.tsx";
import { RegenerateKey } from "#components/console/keys/regenerate-key.tsx";
import { RevokeKey } from "#components/console/keys/revoke-key.tsx";
import { partnerKeysAsked, partnerKeysQuery } from "#components/console/queries.ts";
import { Identifier } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { KeyRow } from "#lib/account/keys/list.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";

export function PartnerKeys({ partnerId }: { partnerId: string }) {
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
