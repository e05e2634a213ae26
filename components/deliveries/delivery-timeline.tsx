import { Ban, CircleCheck, CircleX, Clock, RotateCcw, Send, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { LastAnswer, NextAttempt } from "#components/deliveries/attempts.tsx";
import { CodeBlock, JsonView } from "#components/kit/code/json-view.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Timeline, TimelineItem } from "#components/kit/facts/timeline.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { DeliveryAttempt, DeliveryDetail } from "#lib/delivery/deliveries/read.ts";

/** The history of a delivery, the latest first: the next attempt, each attempt with its answer, the event. */
export function DeliveryTimeline({ delivery, isWaiting }: { delivery: DeliveryDetail; isWaiting: boolean }) {
  const t = useTranslations("deliveries");
  const { status, history, attempts, nextAttemptAt } = delivery;
  const latest = history.at(-1);
  const earlier = attempts - history.length;
  return (
    <Timeline label={t("attempts")}>
      {status === "delivering" ? <TimelineItem icon={Send} tone="info" title={t("timeline.delivering")} time={null} /> : null}
      {status === "cancelled" ? (
        <TimelineItem icon={Ban} title={t("timeline.cancelled")} time={<TimeStamp at={delivery.updatedAt} as="second" focusable />} />
      ) : null}
      {nextAttemptAt === null || status === "delivering" ? null : (
        <TimelineItem
          icon={Clock}
          tone="warning"
          title={t("timeline.next", { number: attempts + 1 })}
          time={<NextAttempt at={nextAttemptAt} isWaiting={isWaiting} focusable />}
        />
      )}
      {history.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} isOpen={attempt === latest} />
      ))}
      {earlier > 0 && history.length > 0 ? (
        <TimelineItem icon={RotateCcw} title={t("timeline.earlier", { count: earlier })} time={null} />
      ) : null}
      <TimelineItem icon={Zap} title={t("timeline.event")} time={<TimeStamp at={delivery.createdAt} as="second" focusable />} />
    </Timeline>
  );
}

function Attempt({ attempt, isOpen }: { attempt: DeliveryAttempt; isOpen: boolean }) {
  const t = useTranslations("deliveries");
  const { number, trigger, startedAt, durationMs, statusCode, error, errorDetail, responseBody, responseTruncated } = attempt;
  const hasArrived = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const headers = Object.entries(attempt.requestHeaders)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  return (
    <TimelineItem
      icon={hasArrived ? CircleCheck : CircleX}
      tone={hasArrived ? "success" : "danger"}
      title={
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {t("timeline.attempt", { number })}
          <LastAnswer statusCode={statusCode} error={error} />
          {trigger === "automatic" ? null : <Badge tone="info">{t(`timeline.${trigger}`)}</Badge>}
          <span className="text-sm font-normal text-muted-foreground">
            <Duration ms={durationMs} />
          </span>
        </span>
      }
      time={<TimeStamp at={startedAt} as="second" focusable />}
    >
      {errorDetail === null ? null : (
        <p className="[overflow-wrap:anywhere]">{error === null ? errorDetail : t(`faultSentences.${error}`)}</p>
      )}
      <details open={isOpen} className="mt-1">
        <summary className="w-fit rounded-sm text-sm text-link select-none hover:underline">{t("timeline.details", { number })}</summary>
        <div className="mt-2 grid gap-3 text-foreground">
          {responseBody === null || responseBody === "" ? (
            statusCode === null ? null : (
              <p className="text-sm text-muted-foreground">{t("timeline.emptyResponse")}</p>
            )
          ) : (
            <div className="grid gap-1">
              <JsonView text={responseBody} what={t("timeline.response")} />
              {responseTruncated ? <p className="text-sm text-muted-foreground">{t("timeline.truncated")}</p> : null}
            </div>
          )}
          <CodeBlock text={headers} what={t("timeline.headers")} />
        </div>
      </details>
    </TimelineItem>
  );
}
