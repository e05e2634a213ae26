"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { keysQuery } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import { maxNoteLength } from "#lib/account/keys/schema.ts";

export function ReportKey({ keyId, preview }: { keyId: string; preview: string }) {
  const environment = useEnvironment();
  const t = useTranslations("keys.report");
  const client = useQueryClient();
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" size="sm" aria-label={t("openWhich", { preview })} icon={ShieldAlert}>
          {t("open")}
        </Button>
      }
      title={t("title")}
      description={t.rich("description", { preview, code: (chunks) => <code className="font-mono text-sm">{chunks}</code> })}
      confirm={t("confirm")}
      asksReason={{ label: t("note"), hint: t("noteHint"), longest: maxNoteLength }}
      onConfirm={async (note) => {
        try {
          await api.keys.report.mutate({ environment, keyId, note });
          notify("success", t("done"));
        } finally {
          // A refusal can mean that another user has reported the key.
          void client.invalidateQueries({ queryKey: keysQuery(environment).queryKey });
        }
      }}
    />
  );
}
