"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, RefreshCw, ShieldCheck, ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { Secret } from "#components/kit/code/secret.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { ErrorState, useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { readSecret, signingQuery } from "#components/webhooks/queries.ts";

const preview = "whsec_";
const CheckSignatureDialog = onDemand(
  () => import("#components/webhooks/check-signature-dialog.tsx").then((module) => module.CheckSignatureDialog),
  "dialog",
);

type Signing = Awaited<ReturnType<typeof api.webhooks.signing.query>>;

/** A webhook's signatures: the switch, the secret, and the diagnosis of a failed verification. */
export function SignatureCard({ webhookId }: { webhookId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.signing");
  const { data, error, refetch } = useQuery(signingQuery(environment, webhookId));
  if (data === undefined) {
    return (
      <TitledCard title={t("title")} contentClassName="grid gap-4">
        {error === null ? <Skeleton className="h-8" /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </TitledCard>
    );
  }
  return (
    <TitledCard
      title={t("title")}
      action={<Badge tone={data.enabled ? "success" : "outline"}>{t(data.enabled ? "on" : "off")}</Badge>}
      contentClassName="grid gap-4"
    >
      <p className="text-muted-foreground">
        {t.rich(data.enabled ? "textOn" : "textOff", {
          guide: (words) => (
            <TextLink href="/docs/webhooks#verify" className="underline">
              {words}
            </TextLink>
          ),
        })}
      </p>
      {data.enabled ? <SigningSecret webhookId={webhookId} previousUntil={data.previousUntil} /> : <EnableButton webhookId={webhookId} />}
    </TitledCard>
  );
}

/** Changes the signing of a webhook, shows the new state, and says what was done. */
function useSigningChange(webhookId: string) {
  const environment = useEnvironment();
  const queryClient = useQueryClient();
  const request = { environment, webhookId };
  return async (change: (input: typeof request) => Promise<unknown>, done: string) => {
    await change(request);
    await queryClient.invalidateQueries({ queryKey: signingQuery(environment, webhookId).queryKey });
    notify("success", done);
  };
}

function EnableButton({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks.signing");
  const say = useErrorText();
  const change = useSigningChange(webhookId);
  const [isDoing, setIsDoing] = useState(false);
  async function enable() {
    setIsDoing(true);
    await change(api.webhooks.enableSigning.mutate, t("nowEnabled")).catch((caught: unknown) => notify("error", say(caught)));
    setIsDoing(false);
  }
  return (
    <div>
      <Button
        className="h-auto min-h-9 max-w-full whitespace-normal"
        variant="outline"
        disabled={isDoing}
        onClick={() => void enable()}
        icon={KeyRound}
      >
        {t("enable")}
      </Button>
    </div>
  );
}

/** The secret, and until when the previous one signs too. */
function SigningSecret({ webhookId, previousUntil }: { webhookId: string } & Pick<Signing, "previousUntil">) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.signing");
  return (
    <>
      <Secret
        key={previousUntil?.getTime()}
        preview={preview}
        what={t("what")}
        read={(purpose) => readSecret(environment, webhookId, purpose)}
      />
      {previousUntil === null ? null : (
        <p className="text-sm">{t.rich("previous", { time: () => <TimeStamp key="time" at={previousUntil} focusable /> })}</p>
      )}
      <SecretActions webhookId={webhookId} />
    </>
  );
}

function SecretActions({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks.signing");
  const change = useSigningChange(webhookId);
  return (
    <div className="flex flex-wrap gap-2">
      <CheckSignatureDialog
        trigger={
          <Button variant="outline" size="sm" icon={ShieldCheck}>
            {t("check.open")}
          </Button>
        }
        webhookId={webhookId}
      />
      <ConfirmDialog
        trigger={
          <Button variant="outline" size="sm" icon={RefreshCw}>
            {t("rotate")}
          </Button>
        }
        title={t("rotateTitle")}
        description={t("rotateText")}
        confirm={t("rotate")}
        onConfirm={() => change(api.webhooks.rotateSecret.mutate, t("rotated"))}
      />
      <ConfirmDialog
        trigger={
          <Button variant="outline" size="sm" icon={ShieldOff}>
            {t("disable")}
          </Button>
        }
        title={t("disableTitle")}
        description={t("disableText")}
        confirm={t("disable")}
        isDestructive
        onConfirm={() => change(api.webhooks.disableSigning.mutate, t("nowDisabled"))}
      />
    </div>
  );
}
