"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CallFacts, CausedEvents } from "#components/calls/call-facts.tsx";
import { KeptBody } from "#components/calls/masked-values.tsx";
import { callQuery } from "#components/calls/queries.ts";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { answeredMessage } from "#lib/developer/calls/answered-message.ts";

/** A call beside the list of calls: its request and answer, without the rest of its page. */
export function CallPreview({ executionId }: { executionId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("calls");
  const { data: call } = useQuery(callQuery(environment, executionId));
  if (call === undefined) return <Skeleton className="h-64 w-full" />;
  const answered = call.status >= 400 ? answeredMessage(call.response?.text ?? null) : undefined;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-sm [overflow-wrap:anywhere]">
        <HttpStatus status={call.status} />
        <span>
          <span className="text-muted-foreground">{call.method}</span> {call.path}
        </span>
      </p>
      {answered === undefined ? null : (
        <Alert tone="warning">
          <span className="font-mono">{call.errorCode}</span> · <span lang="en">{answered}</span>
          {call.errors.map((name) => (
            <TextLink key={name} href={`/docs/errors#${name}`} className="block w-fit text-sm">
              {t("errors.more", { name })}
            </TextLink>
          ))}
        </Alert>
      )}
      <KeptBody body={call.request} what={t("request")} none={t("noRequest")} />
      <KeptBody body={call.response} what={t("response")} none={t("noResponse")} />
      <CausedEvents events={call.events} hasMore={call.hasMoreEvents} />
      <CallFacts call={call} referenceHref={null} />
    </div>
  );
}
