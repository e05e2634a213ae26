"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { KeyImpact } from "#components/console/keys/key-impact.tsx";
import { refreshKeys } from "#components/console/keys/key-report-queries.ts";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";

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
