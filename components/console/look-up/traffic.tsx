"use client";

import { useTranslations } from "next-intl";
import { CallLink } from "#components/calls/call-link.tsx";
import { ErrorsMet } from "#components/calls/errors-met.tsx";
import { MaskedValues } from "#components/calls/masked-values.tsx";
import { SourceBadge } from "#components/calls/source-badge.tsx";
import { LookUpLink, OwnerLink } from "#components/console/links.tsx";
import { RevealBodies } from "#components/console/traffic/reveal-bodies.tsx";
import { LastAnswer } from "#components/deliveries/attempts.tsx";
import { api } from "#components/kit/api/api.ts";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useLanguage } from "#components/shell/use-language.ts";
import { Badge } from "#components/ui/badge.tsx";
import { originOf } from "#lib/delivery/events/origin.ts";
import type { FoundCall, FoundDelivery, FoundDeliveryDetail, FoundEvent } from "#lib/developer/console/find-traffic.ts";

export function CallFacts({ call, isSupport }: { call: FoundCall; isSupport: boolean }) {
  const { partnerId, environment } = call.owner;
  const t = useTranslations("lookup");
  const [language] = useLanguage();
  return (
    <>
      <KeyValueList>
        <KeyValue name={t("request")} wide>
          <code className="font-mono text-sm">
            <strong className="font-semibold">{call.method}</strong>
            {` ${call.path}`}
            {call.query === "" ? "" : `?${call.query}`}
          </code>
        </KeyValue>
        <KeyValue name={t("executionId")} value={<Identifier id={call.executionId} what={t("executionId")} />} />
        <KeyValue name={t("status")}>
          <span className="flex flex-wrap items-center gap-2">
            <HttpStatus status={call.status} />
            {call.errorCode === null ? null : <Badge tone="outline">{t("errorCode", { code: String(call.errorCode) })}</Badge>}
            <Duration ms={call.durationMs} />
            <SourceBadge source={call.source} />
          </span>
        </KeyValue>
        <KeyValue name={t("at")} value={<TimeStamp at={call.at} as="second" focusable />} />
        <KeyValue name={t("owner")} value={<OwnerLink owner={call.owner} isSupport={isSupport} />} />
        <KeyValue name={t("key")}>
          <LookUpLink id={call.keyId}>{call.keyPreview === null ? call.keyId : `${call.keyPreview}…`}</LookUpLink>
        </KeyValue>
        <KeyValue name={t("address")}>
          {call.ip}
          {call.userAgent === null ? null : <span className="block text-sm text-muted-foreground">{call.userAgent}</span>}
        </KeyValue>
        {call.subjectId === null ? null : <KeyValue name={t("subject")} value={<LookUpLink id={call.subjectId} />} />}
        <KeyValue name={t("deliveries")} wide value={<Deliveries deliveries={call.deliveries} />} />
      </KeyValueList>
      {call.errors.length === 0 ? null : (
        <ErrorsMet
          answered={answeredBeside(call)}
          errors={call.errors.map(({ name, code, words }) => ({ name, code, ...words[language === "fr" ? "fr" : "en"] }))}
        />
      )}
      {isSupport ? <RevealBodies key={call.executionId} of={{ partnerId, environment }} kind="call" id={call.executionId} /> : null}
      <MaskedValues
        masked={call.masked}
        reveal={(body) => api.console.lookUp.revealCall.mutate({ executionId: call.executionId, ...body })}
      />
    </>
  );
}

export function EventFacts({ event, isSupport }: { event: FoundEvent; isSupport: boolean }) {
  const t = useTranslations("lookup");
  return (
    <KeyValueList>
      <KeyValue name={t("eventType")} value={<code className="font-mono text-sm">{event.eventType}</code>} />
      <KeyValue name={t("eventId")} value={<Identifier id={event.id} what={t("eventId")} />} />
      <KeyValue name={t("at")} value={<TimeStamp at={event.at} as="second" focusable />} />
      <KeyValue name={t("owner")} value={<OwnerLink owner={event.owner} isSupport={isSupport} />} />
      <KeyValue name={t("subject")} value={<LookUpLink id={event.subjectId} />} />
      <KeyValue name={t("causedBy")}>
        <Cause of={event} />
      </KeyValue>
      <KeyValue name={t("deliveries")} wide value={<Deliveries deliveries={event.deliveries} />} />
    </KeyValueList>
  );
}

/** The call, while it can be looked up; otherwise what else caused an event. */
function Cause({ of: { executionId, isCallKept } }: { of: Pick<FoundEvent, "executionId" | "isCallKept"> }) {
  const t = useTranslations("deliveries.facts.origins");
  const origin = originOf(executionId);
  if (origin !== "call") return t(origin ?? "time");
  return (
    <CallLink
      executionId={executionId ?? ""}
      href={`/support/lookup?${new URLSearchParams({ q: executionId ?? "" })}`}
      isKept={isCallKept}
    />
  );
}

export function DeliveryFacts({ delivery, isSupport }: { delivery: FoundDeliveryDetail; isSupport: boolean }) {
  const { partnerId, environment } = delivery.owner;
  const t = useTranslations("lookup");
  const errors = useTranslations("deliveries.faultSentences");
  return (
    <>
      <KeyValueList>
        <KeyValue name={t("deliveryId")} value={<Identifier id={delivery.id} what={t("deliveryId")} />} />
        <KeyValue name={t("status")} value={<StatusBadge of="delivery" status={delivery.status} />} />
        <KeyValue name={t("at")} value={<TimeStamp at={delivery.createdAt} as="second" focusable />} />
        <KeyValue name={t("owner")} value={<OwnerLink owner={delivery.owner} isSupport={isSupport} />} />
        <KeyValue name={t("webhook")}>
          <LookUpLink id={delivery.webhookId}>{delivery.webhookName}</LookUpLink>
          <span className="block font-mono text-sm text-muted-foreground">{delivery.webhookUrl}</span>
        </KeyValue>
        <KeyValue name={t("eventType")}>
          <LookUpLink id={delivery.eventId}>
            <code className="font-mono text-sm">{delivery.eventType}</code>
          </LookUpLink>
        </KeyValue>
        <KeyValue name={t("subject")}>{delivery.subjectId === null ? null : <LookUpLink id={delivery.subjectId} />}</KeyValue>
        <KeyValue name={t("causedBy")}>
          <Cause of={delivery} />
        </KeyValue>
        {delivery.nextAttemptAt === null ? null : (
          <KeyValue name={t("nextAttempt")} value={<TimeStamp at={delivery.nextAttemptAt} as="second" focusable />} />
        )}
        <KeyValue name={t("attempts", { count: delivery.attempts })} wide>
          <ul className="grid gap-1.5">
            {delivery.history.map((attempt) => (
              <li key={attempt.number} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="w-6 text-right text-muted-foreground tabular-nums">{attempt.number}</span>
                <LastAnswer statusCode={attempt.statusCode} error={attempt.error} />
                <TimeStamp at={attempt.startedAt} as="second" focusable />
                <Duration ms={attempt.durationMs} />
                {attempt.error === null ? null : <span className="text-sm text-muted-foreground">{errors(attempt.error)}</span>}
              </li>
            ))}
          </ul>
        </KeyValue>
      </KeyValueList>
      {isSupport ? <RevealBodies key={delivery.id} of={{ partnerId, environment }} kind="delivery" id={delivery.id} /> : null}
    </>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly FoundDelivery[] }) {
  const t = useTranslations("lookup");
  if (deliveries.length === 0) return <span className="text-muted-foreground">{t("noDeliveries")}</span>;
  return (
    <ul className="grid gap-1.5">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge of="delivery" status={delivery.status} />
          <LookUpLink id={delivery.id} />
          <span className="text-sm text-muted-foreground">
            {delivery.eventType} → {delivery.webhookName}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The API's message, unless it repeats the meaning of the error. */
function answeredBeside({ answered, errors }: Pick<FoundCall, "answered" | "errors">): string | undefined {
  return errors.some(({ words }) => words.en.meaning === answered) ? undefined : answered;
}
