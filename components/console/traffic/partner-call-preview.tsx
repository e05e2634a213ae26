"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { KeptHeaders } from "#components/calls/kept-headers.tsx";
import { partnerCallQuery } from "#components/console/traffic/queries.ts";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { RevealBodies } from "#components/console/traffic/reveal-bodies.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** A partner's call beside the list: everything but its bodies. */
export function PartnerCallPreview({ of, executionId }: { of: OfWorld; executionId: string }) {
  const t = useTranslations("calls");
  const { data: call } = useQuery(partnerCallQuery(of, executionId));
  if (call === undefined) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-sm [overflow-wrap:anywhere]">
        <HttpStatus status={call.status} />
        <span>
          <span className="text-muted-foreground">{call.method}</span> {call.path}
          {call.query === "" ? "" : `?${call.query}`}
        </span>
      </p>
      <KeyValueList>
        <KeyValue name={t("facts.executionId")} value={<Identifier id={call.executionId} what={t("facts.theExecutionId")} />} />
        {call.errorCode === null ? null : (
          <KeyValue name={t("filters.errorCode")} value={<span className="font-mono text-sm">{call.errorCode}</span>} />
        )}
        <KeyValue name={t("facts.time")} value={<TimeStamp at={call.at} as="second" focusable />} />
        <KeyValue name={t("facts.duration")} value={<Duration ms={call.durationMs} />} />
        <KeyValue name={t("facts.key")}>
          {call.keyPreview === null ? t("facts.keyGone") : <code className="font-mono text-sm">{call.keyPreview}…</code>}
        </KeyValue>
        <KeyValue name={t("facts.source")}>{t(`sources.${call.source}`)}</KeyValue>
        {call.userAgent === null ? null : <KeyValue name={t("facts.userAgent")}>{call.userAgent}</KeyValue>}
      </KeyValueList>
      {call.hasBodies ? <RevealBodies key={executionId} of={of} kind="call" id={executionId} /> : null}
      <KeptHeaders title={t("requestHeaders")} headers={call.requestHeaders} />
      <KeptHeaders title={t("responseHeaders")} headers={call.responseHeaders} />
      {call.events.length === 0 ? null : (
        <ul aria-label={t("caused.title")} className="grid gap-1.5">
          {call.events.map(({ id, eventType, deliveries }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 font-mono text-sm">
              {eventType}
              {deliveries.map((delivery) => (
                <StatusBadge key={delivery.id} of="delivery" status={delivery.status} />
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
