"use client";

import { CloudAlert, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";

/** Data that could not be loaded, and a button that asks for them again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("common");
  const say = useErrorText();
  return (
    <Retry title={t("loadingFailed")} onRetry={onRetry}>
      {say(error)}
    </Retry>
  );
}

/** A page that failed to render: the error is in the log under the digest. Only a reload requests a failure of the server again. */
export function Crash({ error }: { error: Error & { digest?: string } }) {
  const t = useTranslations("common.errors");
  return (
    <Retry title={t("crashTitle")} onRetry={() => window.location.reload()}>
      <p>{t("crash")}</p>
      {error.digest === undefined ? null : <p className="mt-1 font-mono text-sm">{t("reference", { digest: error.digest })}</p>}
    </Retry>
  );
}

function Retry({ title, onRetry, children }: { title: string; onRetry: () => void; children: ReactNode }) {
  const t = useTranslations("common");
  return (
    <div role="alert">
      <EmptyState
        icon={CloudAlert}
        title={title}
        action={
          <Button variant="outline" onClick={onRetry} icon={RotateCw}>
            {t("retry")}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** The message for an error: its translation if there is one, otherwise the error's own text. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("refusals");
  return (error) => {
    const failure = portalErrorOf(error);
    if (failure === undefined) return t("unexpected");
    const { key, values, message, status } = failure;
    if (key !== undefined && t.has(key as "unexpected")) return t(key as "unexpected", values);
    if (status === 0 || status >= 500) return t("unexpected");
    return message.charAt(0).toUpperCase() + message.slice(1);
  };
}
