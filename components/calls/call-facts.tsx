import { useTranslations } from "next-intl";
import { CallLink } from "#components/calls/call-link.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { InsuranceLink } from "#components/shell/insurance-link.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { CallDetail, CausedEvent } from "#lib/developer/calls/read.ts";

/** The facts of a call, with links to its endpoint and its subject. */
export function CallFacts({ call, referenceHref }: { call: CallDetail; referenceHref: string | null }) {
  const environment = useEnvironment();
  const t = useTranslations("calls.facts");
  const sources = useTranslations("calls.sources");
  return (
    <KeyValueList>
      <KeyValue name={t("executionId")} value={<Identifier id={call.executionId} what={t("theExecutionId")} />} />
      {call.replayOf === null ? null : (
        <KeyValue name={t("replayOf")}>
          <CallLink executionId={call.replayOf} href={`/${environment}/calls/${call.replayOf}`} isKept={call.isReplayedKept} />
          <div className="text-sm text-muted-foreground">{t("replayed")}</div>
        </KeyValue>
      )}
      {call.keyUsedBy === null ? null : (
        <KeyValue name={t("keyUsedBy")}>
          <CallLink {...call.keyUsedBy} href={`/${environment}/calls/${call.keyUsedBy.executionId}`} />
          <div className="text-sm text-muted-foreground">{t("keyUsed")}</div>
        </KeyValue>
      )}
      {call.replays.length === 0 ? null : (
        <KeyValue name={t("replays")}>
          <ul className="grid gap-1">
            {call.replays.map(({ executionId, at }) => (
              <li key={executionId} className="flex flex-wrap items-baseline gap-x-3">
                <TextLink href={`/${environment}/calls/${executionId}`}>
                  <span className="font-mono text-sm">{executionId}</span>
                </TextLink>
                <TimeStamp at={at} as="second" />
              </li>
            ))}
          </ul>
        </KeyValue>
      )}
      <KeyValue name={t("time")} value={<TimeStamp at={call.at} as="second" focusable />} />
      <KeyValue name={t("duration")} value={<Duration ms={call.durationMs} />} />
      <KeyValue name={t("endpoint")}>
        {referenceHref === null ? (
          (call.operation ?? t("unknownEndpoint"))
        ) : (
          <TextLink href={referenceHref}>
            <span className="font-mono text-sm">{call.operation}</span>
          </TextLink>
        )}
      </KeyValue>
      <Subject call={call} />
      <KeyValue name={t("key")}>
        {call.keyPreview === null ? t("keyGone") : <code className="font-mono text-sm">{call.keyPreview}…</code>}
      </KeyValue>
      <KeyValue name={t("source")}>
        {sources(call.source)}
        {call.source === "system" ? null : (
          <div className="text-sm text-muted-foreground">{t(call.source === "command_line" ? "noProgress" : "notCounted")}</div>
        )}
      </KeyValue>
      {call.ip === null ? null : <KeyValue name={t("ip")} value={<code className="font-mono text-sm">{call.ip}</code>} />}
      {call.userAgent === null ? null : <KeyValue name={t("userAgent")}>{call.userAgent}</KeyValue>}
    </KeyValueList>
  );
}

/** The contract, claim or product that the call was about. */
function Subject({ call: { subjectId, path } }: { call: CallDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("calls.facts");
  if (subjectId === null) return null;
  const id = encodeURIComponent(subjectId);
  const noun = path.split("/").find((part) => part !== "" && part !== "v2" && part !== "sandbox");
  const page = noun === "contracts" || noun === "products" || noun === "claims" ? noun : null;
  return (
    <KeyValue name={page === null ? t("subject") : t(page)}>
      {page === null ? (
        <Identifier id={subjectId} what={t("theSubject")} />
      ) : (
        <TextLink href={`/${environment}/${page}/${id}`}>
          <span className="font-mono text-sm">{subjectId}</span>
        </TextLink>
      )}
      <div className="text-sm">
        <TextLink href={`/${environment}/calls?search=${id}`}>{t("ofSubject")}</TextLink>
      </div>
    </KeyValue>
  );
}

/** The events that a call caused, with the state of their deliveries. */
export function CausedEvents({
  events,
  hasMore,
}: {
  events: readonly CausedEvent[];
  /** True if the call caused more events than are shown. */
  hasMore: boolean;
}) {
  const environment = useEnvironment();
  const t = useTranslations("calls.caused");
  return (
    <TitledCard title={t("title")}>
      {events.length === 0 ? <p className="text-muted-foreground">{t("none")}</p> : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {events.map(({ id, eventType, subjectId, deliveries }) => (
          <li key={id} className="grid min-w-0 gap-1.5 [overflow-wrap:anywhere]">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-mono text-sm font-medium">{eventType}</span>
              {eventCatalogue[eventType].payload === "claim" ? (
                <span className="font-mono text-sm text-muted-foreground">{subjectId}</span>
              ) : (
                <InsuranceLink href={`/${environment}/contracts/${encodeURIComponent(subjectId)}`}>
                  <span className="font-mono text-sm">{subjectId}</span>
                </InsuranceLink>
              )}
            </p>
            {deliveries.length === 0 ? (
              <p className="text-sm text-muted-foreground">{t("nowhere")}</p>
            ) : (
              <ul className="flex flex-wrap gap-2">
                {deliveries.map((delivery) => (
                  <li key={delivery.id} className="max-w-full">
                    <Link
                      href={`/${environment}/deliveries/${delivery.id}`}
                      className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-md border bg-card px-2.5 py-1 text-sm hover:bg-accent"
                    >
                      <span className="min-w-0 max-w-56 truncate">{delivery.webhookName}</span>
                      <StatusBadge of="delivery" status={delivery.status} />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {hasMore ? <p className="mt-4 text-sm text-muted-foreground">{t("more", { count: events.length })}</p> : null}
    </TitledCard>
  );
}
