"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { KeyCalls } from "#components/keys/key-card.tsx";
import { OverlapChoice } from "#components/keys/overlap-choice.tsx";
import { isWorking, keysQuery, refreshKeys } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import type { OwnKey } from "#lib/account/keys/list.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";

/** Replaces the current Development key, which keeps working for the chosen overlap; nothing if no key works. */
export function RegenerateOwnKey() {
  const t = useTranslations("keys.regenerate");
  const what = useTranslations("keys")("what");
  const client = useQueryClient();
  const { data: keys } = useQuery(keysQuery("development"));
  const current = keys?.find(isWorking);
  // The key that the dialog was opened for: another owner may replace it meanwhile.
  const [key, setAsked] = useState<OwnKey>();
  const replaced = key ?? current;
  const [chosen, setOverlap] = useState<OverlapHours>();
  const [issued, setIssued] = useState<string>();
  if (replaced === undefined) return null;
  // A reported key may have leaked, so it gets no overlap by default.
  const overlap = chosen ?? (replaced.report === null ? 24 : 0);
  return (
    <>
      <ConfirmDialog
        trigger={
          <Button
            data-action="rotateKey"
            variant="outline"
            onClick={() => {
              setAsked(current);
              setOverlap(undefined);
            }}
            icon={RefreshCw}
          >
            {t("open")}
          </Button>
        }
        title={t("title")}
        description={t("description")}
        confirm={t("confirm")}
        isDestructive={overlap === 0}
        onConfirm={async () => {
          try {
            const { text } = await api.keys.regenerate.mutate({ environment: "development", keyId: replaced.id, overlap });
            setIssued(text);
          } finally {
            // A refusal can mean that another owner was faster.
            void refreshKeys(client);
          }
        }}
      >
        <KeyCalls data={replaced} isAtRisk={overlap === 0} />
        <OverlapChoice value={overlap} onChange={setOverlap} />
      </ConfirmDialog>
      <OneTimeSecret secret={issued} what={what} title={t("issuedTitle")} description={t("issued")} onClose={() => setIssued(undefined)} />
    </>
  );
}
