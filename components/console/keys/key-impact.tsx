"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock, RefreshCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import { LookUpLink } from "#components/console/links.tsx";
import { keyImpactQuery, refreshKeys } from "#components/console/queries.ts";
import { OverlapChoice } from "#components/keys/regenerate-own-key.tsx";
import { api } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { KeyRow } from "#lib/account/keys/list.ts";
import type { KeyImpact as Impact } from "#lib/account/keys/request-counts.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** Shows the callers that would fail if the key were revoked. */
function KeyImpact({ keyId, preview }: { keyId: string; preview: string }) {
  const t = useTranslations("partners.impact");
  return (
    <section aria-label={t("label", { preview })} className="rounded-lg border bg-muted/60 px-4 py-3">
      <h3 className="mb-2 font-medium">
        {t.rich("title", { preview, code: (chunks) => <code className="font-mono text-sm">{chunks}</code> })}
      </h3>
      <KeyUse keyId={keyId} isAtRisk />
    </section>
  );
}

export function KeyUse({ keyId, isAtRisk = false }: { keyId: string; /** True if its calls are about to fail. */ isAtRisk?: boolean }) {
  const say = useErrorText();
  const { data, error } = useQuery(keyImpactQuery(keyId));
  if (error !== null && data === undefined) return <Alert tone="danger">{say(error)}</Alert>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {data === undefined ? <ImpactSkeleton /> : <ImpactFacts impact={data} isAtRisk={isAtRisk} />}
    </dl>
  );
}

function ImpactFacts({ impact, isAtRisk }: { impact: Impact; isAtRisk: boolean }) {
  const t = useTranslations("partners.impact");
  const format = useFormatter();
  const { calls, lastUsedAt, lastCall } = impact;
  return (
    <>
      <Fact name={t("calls")}>
        <span className={isAtRisk && calls > 0 ? "font-semibold text-warning" : undefined}>{format.number(calls)}</span>
      </Fact>
      <Fact name={t("lastUsed")}>{lastUsedAt === null ? t("never") : <TimeStamp at={lastUsedAt} as="ago" focusable />}</Fact>
      {lastCall === null ? null : (
        <>
          <Fact name={t("lastAddress")}>
            <span className="font-mono">{lastCall.ip ?? t("unknown")}</span>
            {lastCall.userAgent === null ? null : <span className="block text-muted-foreground">{lastCall.userAgent}</span>}
          </Fact>
          <Fact name={t("lastCall")}>
            <LookUpLink id={lastCall.executionId} />
          </Fact>
        </>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function ImpactSkeleton() {
  return ["w-20", "w-36", "w-28"].map((width) => (
    <div key={width} className="col-span-2 py-0.5">
      <Skeleton className={width} />
    </div>
  ));
}

/** Revokes a key with a reason, after showing the effects. */
export function RevokeKey({ keyId, preview }: { keyId: string; preview: string }) {
  const t = useTranslations("partners.revoke");
  const client = useQueryClient();
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" size="sm" className="text-danger" aria-label={t("openWhich", { preview })} icon={Lock}>
          {t("open")}
        </Button>
      }
      title={t("title")}
      description={t("description")}
      confirm={t("confirm")}
      isDestructive
      asksReason
      onConfirm={async (reason) => {
        try {
          await api.console.keys.revoke.mutate({ keyId, reason });
          notify("success", t("done", { preview }));
        } finally {
          // A refusal can mean that another user has changed the key.
          void refreshKeys(client);
        }
      }}
    >
      <KeyImpact keyId={keyId} preview={preview} />
    </ConfirmDialog>
  );
}

/** Replaces an environment's key. The new one is shown once; old ones can keep working for an overlap. */
export function RegenerateKey({
  partnerId,
  environment,
  working,
}: {
  partnerId: string;
  environment: Environment;
  working: readonly KeyRow[];
}) {
  const t = useTranslations("partners.regenerate");
  const environmentName = useTranslations("shell.environments")(environment);
  const client = useQueryClient();
  // A reported key may have leaked, so it gets no overlap by default.
  const preset = working.some(({ isReported }) => isReported) ? 0 : 24;
  const [chosen, setOverlap] = useState<OverlapHours>();
  const overlap = chosen ?? preset;
  const [issued, setIssued] = useState<string>();
  return (
    <>
      <ConfirmDialog
        trigger={
          <Button variant="outline" size="sm" aria-label={t("openWhich", { environment: environmentName })} icon={RefreshCw}>
            {t("open")}
          </Button>
        }
        title={t("title", { environment: environmentName })}
        description={t("description")}
        confirm={t("confirm")}
        isDestructive={overlap === 0 && working.length > 0}
        asksReason
        onConfirm={async (reason) => {
          try {
            const seen = working.map(({ id }) => id);
            const key = await api.console.keys.regenerate.mutate({ partnerId, environment, overlap, reason, seen });
            setIssued(key.text);
            setOverlap(undefined);
          } finally {
            // A refusal can mean that a colleague has replaced the key.
            void refreshKeys(client);
          }
        }}
      >
        {working.map(({ id, preview }) => (
          <KeyImpact key={id} keyId={id} preview={preview} />
        ))}
        {working.length === 0 ? null : <OverlapChoice value={overlap} onChange={setOverlap} />}
      </ConfirmDialog>
      <OneTimeSecret
        secret={issued}
        what={t("what")}
        title={t("issuedTitle", { environment: environmentName })}
        description={t("issued")}
        onClose={() => setIssued(undefined)}
      />
    </>
  );
}
