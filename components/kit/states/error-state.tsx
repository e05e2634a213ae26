"use client";

import { CloudAlert, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("common");
  const say = useErrorText();
  return (
    <div role="alert">
      <EmptyState
        icon={CloudAlert}
        title={t("loadingFailed")}
        action={
          <Button variant="outline" onClick={onRetry} icon={RotateCw}>
            {t("retry")}
          </Button>
        }
      >
        {say(error)}
      </EmptyState>
    </div>
  );
}
