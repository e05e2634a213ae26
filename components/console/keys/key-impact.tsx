"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LookUpLink } from "#components/console/links.tsx";
import { keyImpactQuery } from "#components/console/queries.ts";
import { refreshKeysOfPartners } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { KeyImpact as Impact } from "#lib/account/keys/request-counts.ts";

/** Shows the callers that would fail if the key were revoked. */
export function KeyImpact({ keyId, preview }: { keyId: string; preview: string }) {
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
          void refreshKeysOfPartners(client);
        }
      }}
    >
      <KeyImpact keyId={keyId} preview={preview} />
    </ConfirmDialog>
  );
}
