import { useTranslations } from "next-intl";
import { CallLink } from "#components/calls/call-link.tsx";
import { LastAnswer, NextAttempt } from "#components/deliveries/attempts.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import type { DeliveryDetail } from "#lib/delivery/deliveries/read.ts";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import { originOf } from "#lib/delivery/events/origin.ts";

/** The facts of a delivery, with links to its webhook, its event, the call that caused it and its subject. */
export function DeliveryFacts({
  delivery,
  isWaiting,
}: {
  delivery: DeliveryDetail;
  /** True if its webhook is disabled. */
  isWaiting: boolean;
}) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries.facts");
  const { webhookId, webhookName, webhookUrl, webhookDeleted, executionId, eventId, nextAttemptAt } = delivery;
  const origin = originOf(executionId);
  return (
    <KeyValueList>
      <KeyValue name={t("webhook")}>
        {webhookDeleted ? webhookName : <TextLink href={`/${environment}/webhooks/${webhookId}`}>{webhookName}</TextLink>}
        <div className="font-mono text-sm text-muted-foreground">{webhookUrl}</div>
      </KeyValue>
      <KeyValue name={t("event")}>
        <Identifier id={eventId} what={t("eventId")} />
        <div className="text-sm">
          <TextLink href={`/${environment}/deliveries?search=${encodeURIComponent(eventId)}`}>{t("ofEvent")}</TextLink>
        </div>
      </KeyValue>
      <KeyValue name={t("cause")}>
        {origin !== "call" ? (
          t(`origins.${origin ?? (delivery.test ? "test" : "time")}`)
        ) : (
          <CallLink executionId={executionId ?? ""} href={`/${environment}/calls/${executionId}`} isKept={delivery.isCallKept} />
        )}
      </KeyValue>
      <Subject delivery={delivery} />
      <KeyValue name={t("created")} value={<TimeStamp at={delivery.createdAt} as="second" focusable />} />
      <KeyValue name={t("response")}>
        <span className="inline-flex flex-wrap items-center gap-2">
          <LastAnswer statusCode={delivery.statusCode} error={delivery.error} />
          {delivery.durationMs === null ? null : <Duration ms={delivery.durationMs} />}
        </span>
      </KeyValue>
      <KeyValue name={t("attempts")} value={<span className="tabular-nums">{delivery.attempts}</span>} />
      {nextAttemptAt === null || delivery.status === "delivering" ? null : (
        <KeyValue name={t("next")} value={<NextAttempt at={nextAttemptAt} isWaiting={isWaiting} focusable />} />
      )}
      <KeyValue name={t("id")} value={<Identifier id={delivery.id} what={t("deliveryId")} />} />
    </KeyValueList>
  );
}

function Subject({ delivery: { subjectId, eventType, test } }: { delivery: DeliveryDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries.facts");
  if (test) return <KeyValue name={t("subject")}>{t("aboutNothing")}</KeyValue>;
  if (subjectId === null) return <KeyValue name={t("subject")}>{t("notKept")}</KeyValue>;
  const isClaim = eventCatalogue[eventType].payload === "claim";
  return (
    <KeyValue name={t(isClaim ? "claim" : "contract")}>
      <TextLink href={`/${environment}/${isClaim ? "claims" : "contracts"}/${encodeURIComponent(subjectId)}`}>
        <span className="font-mono text-sm">{subjectId}</span>
      </TextLink>
      <div className="text-sm">
        <TextLink href={`/${environment}/deliveries?search=${encodeURIComponent(subjectId)}`}>{t("ofSubject")}</TextLink>
      </div>
    </KeyValue>
  );
}
