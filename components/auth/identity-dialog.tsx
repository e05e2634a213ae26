"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { enterByIdentityProvider } from "#components/auth/enter.ts";
import { answerIdentity } from "#components/auth/identity-request.ts";
import type { Purpose } from "#components/auth/identity-request.ts";
import { ProofForm } from "#components/auth/proof-form.tsx";
import type { ProofMethod } from "#components/auth/proof-form.tsx";
import { hasPasskeys } from "#components/auth/webauthn.ts";
import { api } from "#components/kit/api/api.ts";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, focusWhole } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Reauthentication } from "#lib/account/users/schema.ts";

interface Methods {
  passkey: boolean;
  app: boolean;
  password: boolean;
}

/** Asks for a passkey, a code or the password before an action that needs a recent proof of identity. */
export function IdentityDialog({ purpose: { purpose, ...values } }: { purpose: Purpose }) {
  const t = useTranslations("identity");
  const named = `purposes.${purpose}` as "purposes.approveRefund";
  const { data, error, refetch } = useQuery({
    queryKey: ["reauthentication"],
    queryFn: ({ signal }) => api.account.reauthenticationMethods.query(undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || answerIdentity(false)}>
      {/* The field takes the focus when it is loaded; until then nothing focused may close the dialog on Enter. */}
      <DialogContent className="max-w-sm" onOpenAutoFocus={focusWhole}>
        <DialogHeader
          title={t("title")}
          description={
            <>
              {t.has(named) ? <span className="block text-foreground">{t(named, values as { amount: number; claim: string })}</span> : null}{" "}
              {t("description")}
            </>
          }
        />
        {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined ? error === null && <Skeleton className="h-32" /> : <Proof methods={listMethods(data)} />}
      </DialogContent>
    </Dialog>
  );
}

function listMethods({ passkey, app, password }: Methods): ProofMethod[] {
  return [
    ...(passkey && hasPasskeys() ? ["passkey" as const] : []),
    ...(app ? ["code" as const] : []),
    ...(password ? ["password" as const] : []),
  ];
}

function Proof({ methods }: { methods: readonly ProofMethod[] }) {
  const t = useTranslations("identity");
  if (methods.length === 0) {
    return <Button onClick={() => void enterByIdentityProvider(location.pathname + location.search)}>{t("signInAgain")}</Button>;
  }
  return (
    <ProofForm
      methods={methods}
      askPasskey={() => api.account.offerReauthentication.mutate()}
      send={async (proof) => {
        await api.account.reauthenticate.mutate(proof as Reauthentication);
        answerIdentity(true);
      }}
    />
  );
}
