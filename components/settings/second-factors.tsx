"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { AuthenticatorApp } from "#components/settings/authenticator-app.tsx";
import { PasskeyList } from "#components/settings/passkey-list.tsx";
import { RecoveryCodes, RenewCodes } from "#components/settings/recovery-codes.tsx";
import { factorsQuery } from "#components/settings/security-queries.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Passkeys, the authenticator app and recovery codes. `onSaved` is called once a factor is set up and its recovery codes are saved. */
export function SecondFactors({ onSaved }: { onSaved?: () => void }) {
  const t = useTranslations("security");
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(factorsQuery);
  const [codes, setCodes] = useState<string[]>();
  if (data === undefined) {
    return error === null ? <Skeleton className="h-64" /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }

  async function change(fresh?: string[] | null) {
    if (fresh !== undefined && fresh !== null) setCodes(fresh);
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    if (fresh === null) onSaved?.();
  }

  return (
    <>
      <TitledCard title={t("passkeys.title")} description={t("passkeys.hint")}>
        <PasskeyList passkeys={data.passkeys} onChange={change} />
      </TitledCard>
      <TitledCard title={t("app.title")} description={t("app.hint")}>
        <AuthenticatorApp isSetUp={data.hasApp} onChange={change} />
      </TitledCard>
      <TitledCard title={t("codes.title")} description={t("codes.hint")}>
        {data.hasApp || data.passkeys.length > 0 ? (
          <RenewCodes left={data.recoveryCodesLeft} onChange={change} />
        ) : (
          <p className="text-muted-foreground">{t("codes.none")}</p>
        )}
      </TitledCard>
      <RecoveryCodes
        codes={codes}
        onClose={() => {
          setCodes(undefined);
          onSaved?.();
        }}
      />
    </>
  );
}
