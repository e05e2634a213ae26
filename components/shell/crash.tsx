"use client";

import { CloudAlert, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";

/** A page that failed to render: the error is in the log under the digest. Only a reload requests a failure of the server again. */
export function Crash({ error }: { error: Error & { digest?: string } }) {
  const t = useTranslations("common");
  return (
    <div role="alert">
      <EmptyState
        icon={CloudAlert}
        title={t("errors.crashTitle")}
        action={
          <Button variant="outline" onClick={() => window.location.reload()} icon={RotateCw}>
            {t("retry")}
          </Button>
        }
      >
        <p>{t("errors.crash")}</p>
        {error.digest === undefined ? null : <p className="mt-1 font-mono text-sm">{t("errors.reference", { digest: error.digest })}</p>}
      </EmptyState>
    </div>
  );
}
