"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Countdown } from "#components/keys/countdown.tsx";
import { isWorking, keysQuery, readKey } from "#components/keys/queries.ts";
import { Secret } from "#components/kit/code/secret.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The newest working key, for a first integration. */
export function IntegrationKey({ isOwner }: { isOwner: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("settings.integration");
  const keys = useTranslations("keys");
  const { data, error, refetch } = useQuery(keysQuery(environment));
  if (data === undefined) {
    return error === null ? <Skeleton className="h-8" /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  const [newest, before] = data.filter(isWorking);
  const until = before?.expiresAt ?? null;
  if (newest === undefined) return <Alert tone="warning">{keys("empty")}</Alert>;
  return (
    <div className="grid gap-4">
      {before === undefined || until === null ? null : (
        <Alert tone="warning">
          {t.rich("replaces", { preview: before.preview, code: codeTag, left: () => <Countdown until={until} /> })}
        </Alert>
      )}
      {newest.report === null ? null : <Alert tone="danger" title={keys("report.openTitle")} />}
      <Secret
        key={newest.id}
        preview={newest.preview}
        what={keys("what")}
        read={isOwner || environment === "development" ? (purpose) => readKey(environment, newest.id, purpose) : undefined}
      />
    </div>
  );
}

function codeTag(chunks: ReactNode) {
  return <code className="font-mono text-sm">{chunks}</code>;
}
