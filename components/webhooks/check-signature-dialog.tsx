"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import { api } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Diagnosis } from "#lib/delivery/webhook-settings/diagnose-signature.ts";

/** Diagnoses the signature of a request that a receiver got. */
export function CheckSignatureDialog({ trigger, webhookId }: { trigger: ReactNode; webhookId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.signing.check");
  const say = useErrorText();
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  const [diagnosis, setDiagnosis] = useState<Diagnosis>();
  const { isBusy, error, start } = useAction(async () => {
    setDiagnosis(undefined);
    setDiagnosis(await api.webhooks.checkSignature.mutate({ environment, webhookId, headers: parseHeaders(headers), body }));
  });

  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-2xl">
        <DialogHeader title={t("title")} description={t("description")} />
        <form className="grid min-w-0 gap-4" onSubmit={start}>
          <Field label={t("headers")} hint={t("headersHint")}>
            {(control) => (
              <Textarea
                {...control}
                className="min-h-28 font-mono text-sm"
                spellCheck={false}
                required
                value={headers}
                onChange={({ target }) => setHeaders(target.value)}
                placeholder={"webhook-id: evt_…\nwebhook-timestamp: 1798794000\nwebhook-signature: v1,…"}
              />
            )}
          </Field>
          <Field label={t("body")} hint={t("bodyHint")}>
            {(control) => (
              <Textarea
                {...control}
                className="max-h-60 min-h-28 font-mono text-sm"
                spellCheck={false}
                value={body}
                onChange={({ target }) => setBody(target.value)}
              />
            )}
          </Field>
          <div aria-live="polite">
            {error === undefined ? null : <Alert tone="danger">{say(error)}</Alert>}
            {diagnosis === undefined ? null : <Result diagnosis={diagnosis} />}
          </div>
          <DialogFooter>
            <Button type="submit" disabled={isBusy}>
              {t("check")}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Result({ diagnosis }: { diagnosis: Diagnosis }) {
  const t = useTranslations("webhooks.signing.check");
  if (diagnosis.isValid) return <Alert tone="success" title={t("valid")} />;
  const { part, error, values } = diagnosis;
  return (
    <Alert
      tone="danger"
      title={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="danger">{t(`parts.${part}`)}</Badge>
          {t(`faults.${error}.title`, values)}
        </span>
      }
    >
      {t(`faults.${error}.fix`)}
    </Alert>
  );
}

/** Parses pasted headers by lower-case name: HTTP lines, or a JSON object as in logs. */
export function parseHeaders(text: string): Record<string, string> {
  return text.trimStart().startsWith("{") ? (fromJson(text) ?? fromLines(text)) : fromLines(text);
}

function fromLines(text: string): Record<string, string> {
  const headers = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*["']?([\w-]+)["']?\s*:\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), unquote(value.trim())] as const];
  });
  return Object.fromEntries(headers);
}

function unquote(value: string): string {
  return /^(["'])(.*)\1,?$/.exec(value)?.[2] ?? value;
}

function fromJson(text: string): Record<string, string> | undefined {
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), [value].flat().map(String).join(" ")]));
  } catch {
    return undefined;
  }
}
