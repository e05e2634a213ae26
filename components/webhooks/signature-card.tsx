"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, RefreshCw, ShieldCheck, ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { useFailureText } from "#components/kit/api/use-failure-text.ts";
import { Secret } from "#components/kit/code/secret.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardAction, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { readSecret, signingQuery } from "#components/webhooks/queries.ts";

const preview = "whsec_";
const CheckSignatureDialog = onDemand(
  () => import("#components/webhooks/check-signature-dialog.tsx").then((module) => module.CheckSignatureDialog),
  "dialog",
);

/** A webhook's signatures: the switch, the secret, and the diagnosis of a failed verification. */
export function SignatureCard({ webhookId }: { webhookId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.signing");
  const say = useFailureText();
  const queryClient = useQueryClient();
  const query = signingQuery(environment, webhookId);
  const { data, error, refetch } = useQuery(query);
  const [isDoing, setIsDoing] = useState(false);
  const request = { environment, webhookId };

  async function act(change: () => Promise<unknown>, done: string) {
    await change();
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
    notify("success", done);
  }
  async function enable() {
    setIsDoing(true);
    await act(() => api.webhooks.enableSigning.mutate(request), t("nowEnabled")).catch((caught: unknown) => notify("error", say(caught)));
    setIsDoing(false);
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {data === undefined ? null : (
          <CardAction>
            <Badge tone={data.enabled ? "success" : "outline"}>{t(data.enabled ? "on" : "off")}</Badge>
          </CardAction>
        )}
      </CardHeader>
      <CardContent className="grid gap-4">
        {data === undefined ? (
          error === null ? (
            <Skeleton className="h-8" />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )
        ) : null}
        {data === undefined ? null : (
          <p className="text-muted-foreground">
            {t.rich(data.enabled ? "textOn" : "textOff", {
              guide: (words) => (
                <TextLink href="/docs/webhooks#verify" className="underline">
                  {words}
                </TextLink>
              ),
            })}
          </p>
        )}
        {data?.enabled === false ? (
          <div>
            <Button
              className="h-auto min-h-9 max-w-full whitespace-normal"
              variant="outline"
              disabled={isDoing}
              onClick={() => void enable()}
            >
              <KeyRound aria-hidden />
              {t("enable")}
            </Button>
          </div>
        ) : null}
        {data?.enabled === true ? (
          <>
            <Secret
              key={data.previousUntil?.getTime()}
              preview={preview}
              what={t("what")}
              read={(purpose) => readSecret(environment, webhookId, purpose)}
            />
            {data.previousUntil === null ? null : (
              <p className="text-sm">
                {t.rich("previous", { time: () => <TimeStamp key="time" at={data.previousUntil ?? ""} focusable /> })}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              <CheckSignatureDialog
                trigger={
                  <Button variant="outline" size="sm">
                    <ShieldCheck aria-hidden />
                    {t("check.open")}
                  </Button>
                }
                webhookId={webhookId}
              />
              <ConfirmDialog
                trigger={
                  <Button variant="outline" size="sm">
                    <RefreshCw aria-hidden />
                    {t("rotate")}
                  </Button>
                }
                title={t("rotateTitle")}
                description={t("rotateText")}
                confirm={t("rotate")}
                onConfirm={() => act(() => api.webhooks.rotateSecret.mutate(request), t("rotated"))}
              />
              <ConfirmDialog
                trigger={
                  <Button variant="outline" size="sm">
                    <ShieldOff aria-hidden />
                    {t("disable")}
                  </Button>
                }
                title={t("disableTitle")}
                description={t("disableText")}
                confirm={t("disable")}
                isDestructive
                onConfirm={() => act(() => api.webhooks.disableSigning.mutate(request), t("nowDisabled"))}
              />
            </div>
          </>
        ) : null}
      </CardContent>
    </Card>
  );
}
