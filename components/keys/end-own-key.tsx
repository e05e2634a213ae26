"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleStop } from "lucide-react";
import { useTranslations } from "next-intl";
import { KeyCalls } from "#components/keys/key-calls.tsx";
import { refreshKeys } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import type { OwnKey } from "#lib/account/keys/list.ts";

/** Revokes a replaced Development key before its overlap is over. */
export function EndOwnKey({ data }: { data: OwnKey }) {
  const t = useTranslations("keys.end");
  const client = useQueryClient();
  const { id, preview } = data;
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" size="sm" aria-label={t("openWhich", { preview })} icon={CircleStop}>
          {t("open")}
        </Button>
      }
      title={t("title")}
      description={t.rich("description", { preview, code: (chunks) => <code className="font-mono text-sm">{chunks}</code> })}
      confirm={t("confirm")}
      isDestructive
      onConfirm={async () => {
        try {
          await api.keys.end.mutate({ environment: "development", keyId: id });
          notify("success", t("done"));
        } finally {
          // A refusal can mean that another owner has revoked the key.
          void refreshKeys(client);
        }
      }}
    >
      <KeyCalls data={data} isAtRisk />
    </ConfirmDialog>
  );
}
