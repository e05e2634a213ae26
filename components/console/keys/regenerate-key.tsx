"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { KeyImpact } from "#components/console/keys/key-impact.tsx";
import { OverlapChoice } from "#components/keys/overlap-choice.tsx";
import { refreshKeysOfPartners } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import type { KeyRow } from "#lib/account/keys/list.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** Replaces an environment's key. The new one is shown once; old ones can keep working for an overlap. */
export function RegenerateKey({
  partnerId,
  environment,
  working,
}: {
  partnerId: string;
  environment: Environment;
  working: readonly KeyRow[];
}) {
  const t = useTranslations("partners.regenerate");
  const environmentName = useTranslations("shell.environments")(environment);
  const client = useQueryClient();
  // A reported key may have leaked, so it gets no overlap by default.
  const preset = working.some(({ isReported }) => isReported) ? 0 : 24;
  const [chosen, setOverlap] = useState<OverlapHours>();
  const overlap = chosen ?? preset;
  const [issued, setIssued] = useState<string>();
  return (
    <>
      <ConfirmDialog
        trigger={
          <Button variant="outline" size="sm" aria-label={t("openWhich", { environment: environmentName })} icon={RefreshCw}>
            {t("open")}
          </Button>
        }
        title={t("title", { environment: environmentName })}
        description={t("description")}
        confirm={t("confirm")}
        isDestructive={overlap === 0 && working.length > 0}
        asksReason
        onConfirm={async (reason) => {
          try {
            const seen = working.map(({ id }) => id);
            const key = await api.console.keys.regenerate.mutate({ partnerId, environment, overlap, reason, seen });
            setIssued(key.text);
            setOverlap(undefined);
          } finally {
            // A refusal can mean that a colleague has replaced the key.
            void refreshKeysOfPartners(client);
          }
        }}
      >
        {working.map(({ id, preview }) => (
          <KeyImpact key={id} keyId={id} preview={preview} />
        ))}
        {working.length === 0 ? null : <OverlapChoice value={overlap} onChange={setOverlap} />}
      </ConfirmDialog>
      <OneTimeSecret
        secret={issued}
        what={t("what")}
        title={t("issuedTitle", { environment: environmentName })}
        description={t("issued")}
        onClose={() => setIssued(undefined)}
      />
    </>
  );
}
