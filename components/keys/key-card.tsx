"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleStop, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Countdown } from "#components/keys/countdown.tsx";
import { keysQuery, readKey, refreshKeys } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { Secret } from "#components/kit/code/secret.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardAction, CardContent, CardFooter, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { OwnKey } from "#lib/account/keys/list.ts";
import { maxNoteLength } from "#lib/account/keys/schema.ts";

/** Developers read and copy the key of Development; what changes a key is for owners (rules/access.md#named-2). */
export function KeyCard({ data, isOwner }: { data: OwnKey; isOwner: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("keys");
  const { id, preview, state, replacedAt, report } = data;
  const isReplaced = replacedAt !== null;
  return (
    <Card className="border-t-2 border-t-environment">
      <CardHeader>
        <CardTitle>{t(isReplaced ? "replacedKey" : "current")}</CardTitle>
        <CardAction>
          {report === null ? null : <Badge tone="danger">{t("reported")}</Badge>}
          <StatusBadge of="key" status={state} />
        </CardAction>
      </CardHeader>
      <CardContent className="grid gap-5">
        <KeyStatusNote data={data} />
        <Secret
          preview={preview}
          what={t("what")}
          read={isOwner || environment === "development" ? (purpose) => readKey(environment, id, purpose) : undefined}
        />
        <KeyFacts data={data} />
      </CardContent>
      <CardFooter className="flex-wrap justify-between gap-y-3">
        <p className="text-muted-foreground">
          {report === null ? t("report.ask") : null} {environment === "production" && !isReplaced ? t("bySupport") : null}
        </p>
        <div className="flex flex-wrap gap-2">
          {isOwner && environment === "development" && isReplaced ? <EndOwnKey data={data} /> : null}
          {report === null ? <ReportKey keyId={id} preview={preview} /> : null}
        </div>
      </CardFooter>
    </Card>
  );
}

function KeyStatusNote({ data: { state, expiresAt, reason, report, use } }: { data: OwnKey }) {
  const t = useTranslations("keys");
  return (
    <>
      {state === "expiring" && expiresAt !== null ? (
        <Alert tone="warning" title={t.rich("expiring.title", { left: () => <Countdown until={expiresAt} /> })}>
          <p>{t.rich("expiring.text", { time: () => <TimeStamp at={expiresAt} focusable /> })}</p>
          {use?.sinceReplaced ? <p className="font-medium">{t("expiring.share", use.sinceReplaced)}</p> : null}
          {reason === null ? null : <p>{t("reason", { reason })}</p>}
        </Alert>
      ) : null}
      {report === null ? null : (
        <Alert tone="danger" title={t("report.openTitle")}>
          <p>
            {report.by === null
              ? t.rich("report.openAt", { time: () => <TimeStamp at={report.at} focusable /> })
              : t.rich("report.openBy", { name: report.by, time: () => <TimeStamp at={report.at} focusable /> })}
          </p>
          <blockquote className="mt-2 border-l-2 border-danger/40 pl-3 whitespace-pre-wrap">{report.note}</blockquote>
        </Alert>
      )}
    </>
  );
}

function KeyFacts({ data: { id, createdAt, lastUsedAt, replacedAt, isRotated, use } }: { data: OwnKey }) {
  const t = useTranslations("keys");
  return (
    <KeyValueList isPaired className="max-sm:[&>:last-child]:col-span-full">
      <KeyValue name={t("created")} value={<TimeStamp at={createdAt} focusable />} />
      {replacedAt === null ? (
        <KeyValue name={t("rotated")}>{isRotated ? <TimeStamp at={createdAt} as="ago" focusable /> : t("never")}</KeyValue>
      ) : (
        <KeyValue name={t("replaced")} value={<TimeStamp at={replacedAt} focusable />} />
      )}
      <KeyValue name={t("lastUsed")}>{lastUsedAt === null ? t("never") : <TimeStamp at={lastUsedAt} as="ago" focusable />}</KeyValue>
      <KeyValue name={t("calls")}>{use === null ? null : t("callsAndErrors", { calls: use.calls, errors: use.errors })}</KeyValue>
      <KeyValue name={t("lastAddress")}>
        {use === null || use.address === null ? null : <code className="font-mono text-sm">{use.address}</code>}
      </KeyValue>
      <KeyValue name={t("id")} value={<Identifier id={id} what={t("idWhat")} />} />
    </KeyValueList>
  );
}

/** Revokes a replaced Development key before its overlap is over. */
function EndOwnKey({ data }: { data: OwnKey }) {
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

/** Says whether the partner's own system still calls with a key that is about to end. */
export function KeyCalls({
  data: { preview, use, lastUsedAt },
  isAtRisk,
}: {
  data: Pick<OwnKey, "preview" | "use" | "lastUsedAt">;
  /** True if its calls fail at once. */ isAtRisk: boolean;
}) {
  const t = useTranslations("keys.recent");
  const calls = use?.calls ?? 0;
  if (calls === 0) return <Alert tone="info">{t("none", { preview })}</Alert>;
  return (
    <Alert tone={isAtRisk ? "warning" : "info"}>
      {t.rich("some", { preview, calls, time: () => (lastUsedAt === null ? null : <TimeStamp at={lastUsedAt} as="ago" focusable />) })}
    </Alert>
  );
}

function ReportKey({ keyId, preview }: { keyId: string; preview: string }) {
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
