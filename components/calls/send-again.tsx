"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";

/** Sends a call of Development again, with the key that stays on the server, and leads to the new one. */
export function SendAgain({ executionId, request }: { executionId: string; request: string }) {
  const t = useTranslations("calls.sendAgain");
  const router = useRouter();
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" size="sm" icon={RotateCw}>
          {t("open")}
        </Button>
      }
      title={t("title")}
      description={t("description", { request })}
      confirm={t("confirm")}
      onConfirm={async () => {
        const answer = await api.calls.sendAgain.mutate({ environment: "development", executionId });
        notify(answer.status < 400 ? "success" : "error", t("done", { status: String(answer.status) }));
        router.push(`/development/calls/${answer.executionId}`);
      }}
    />
  );
}
