"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Wire } from "#components/portal/api.ts";
import { ErrorState } from "#components/portal/error-state.tsx";
import { Identifier } from "#components/portal/identifier.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { partnerKeysQuery } from "#components/support/queries.ts";
import { RegenerateKey } from "#components/support/regenerate-key.tsx";
import { RevokeKey } from "#components/support/revoke-key.tsx";
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { KeyRow } from "#lib/keys/list-for-support.ts";
import { environments } from "#lib/partners/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";

type Key = Wire<KeyRow>;

/** The keys of a partner by environment: those that work, and those that worked once. */
export function PartnerKeys({ partnerId }: { partnerId: string }) {
  const query = useQuery(partnerKeysQuery(partnerId));
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      {environments.map((environment) => (
        <EnvironmentKeys
          key={environment}
          partnerId={partnerId}
          environment={environment}
          keys={query.data.rows.filter((key) => key.environment === environment)}
        />
      ))}
    </div>
  );
}

function EnvironmentKeys({ partnerId, environment, keys }: { partnerId: string; environment: Environment; keys: readonly Key[] }) {
  const t = useTranslations("partners.keys");
  const environmentName = useTranslations("shell.environments")(environment);
  const working = keys.filter(isWorking);
  const past = keys.filter((key) => !isWorking(key));
  return (
    <Card data-environment={environment} className="border-t-2 border-t-environment">
      <CardHeader>
        <CardTitle>{environmentName}</CardTitle>
        <CardDescription>{t("working", { count: working.length })}</CardDescription>
        <CardAction>
          <RegenerateKey partnerId={partnerId} environment={environment} working={working} />
        </CardAction>
      </CardHeader>
      <CardContent className="grid gap-3">
        {working.length === 0 ? <p className="rounded-md bg-muted px-3 py-2 text-muted-foreground">{t("none")}</p> : null}
        <ul className="grid gap-3">
          {working.map((key) => (
            <li key={key.id} className="flex flex-wrap items-start justify-between gap-3 rounded-lg border px-4 py-3 sm:flex-nowrap">
              <KeyFacts data={key} />
              <RevokeKey keyId={key.id} preview={key.preview} />
            </li>
          ))}
        </ul>
        {past.length === 0 ? null : (
          <details className="group">
            <summary className="w-fit cursor-pointer rounded-sm text-sm text-muted-foreground hover:text-foreground">
              {t("past", { count: past.length })}
            </summary>
            <ul className="mt-3 grid gap-3">
              {past.map((key) => (
                <li key={key.id} className="rounded-lg border border-dashed px-4 py-3">
                  <KeyFacts data={key} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </CardContent>
    </Card>
  );
}

function KeyFacts({ data }: { data: Key }) {
  const t = useTranslations("partners.keys");
  const { id, preview, state, createdAt, lastUsedAt, expiresAt, revokedAt, revokedReason } = data;
  return (
    <div className="min-w-0 space-y-1">
      <div className="flex flex-wrap items-center gap-2">
        <KeyRound aria-hidden className="size-4 text-muted-foreground" />
        <code className="font-mono">{preview}…</code>
        <StatusBadge of="key" status={state} />
      </div>
      <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted-foreground">
        <span>{t.rich("created", { time: () => <TimeStamp at={createdAt} as="day" focusable /> })}</span>
        <span>
          {lastUsedAt === null ? t("neverUsed") : t.rich("lastUsed", { time: () => <TimeStamp at={lastUsedAt} as="ago" focusable /> })}
        </span>
        {expiresAt === null || revokedAt !== null ? null : (
          <span className={state === "expiring" ? "text-warning" : undefined}>
            {t.rich(state === "expiring" ? "worksUntil" : "ended", { time: () => <TimeStamp at={expiresAt} focusable /> })}
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

function isWorking({ state }: Key): boolean {
  return state === "active" || state === "expiring";
}
