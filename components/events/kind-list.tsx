"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronRight, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { kindsMetQuery } from "#components/events/queries.ts";
import { ClockBack, RunButton, runRecipe } from "#components/events/run-recipe.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import { useEventMeaning } from "#components/webhooks/queries.ts";
import { eventCatalogue, eventGroups, eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventGroup, EventType } from "#lib/delivery/event-catalogue.ts";
import { clockAfter } from "#lib/developer/recipes/clock-shifts.ts";

export function KindList() {
  const environment = useEnvironment();
  const { data } = useQuery(kindsMetQuery(environment));
  const met = new Map((data ?? []).map((kind) => [kind.eventType, kind]));
  const missing = eventTypes.filter((kind) => !met.has(kind));
  const [running, setRunning] = useState<EventType>();
  return (
    <div className="grid gap-5">
      {data === undefined ? null : <Progress missing={missing} running={running} setRunning={setRunning} />}
      {eventGroups.map((group) => (
        <Group key={group} group={group} met={met} running={running} />
      ))}
    </div>
  );
}

/** How many kinds were met, and in Development a button that makes the others happen one after the other. */
function Progress({
  missing,
  running,
  setRunning,
}: {
  missing: readonly EventType[];
  running: EventType | undefined;
  setRunning: (kind: EventType | undefined) => void;
}) {
  const environment = useEnvironment();
  const t = useTranslations("events.catalogue");
  const say = useErrorText();
  const queryClient = useQueryClient();
  const [error, setError] = useState<{ kind: EventType; error?: unknown }>();
  const [hasShiftedClock, setHasShiftedClock] = useState(false);
  const done = eventTypes.length - missing.length;
  const isComplete = missing.length === 0;

  async function runMissing() {
    setError(undefined);
    for (const kind of missing) {
      setRunning(kind);
      try {
        const about = await runRecipe(kind, () => undefined);
        if (about === undefined) setError({ kind });
      } catch (thrown) {
        setError({ kind, error: thrown });
        break;
      }
      await queryClient.invalidateQueries({ queryKey: kindsMetQuery(environment).queryKey });
    }
    setRunning(undefined);
    setHasShiftedClock(clockAfter(missing, new Date(0)) !== undefined);
    void queryClient.invalidateQueries();
  }

  return (
    <Card className={cn("grid gap-3 p-4 sm:p-5", isComplete && "border-success/30 bg-success-surface")}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p aria-live="polite" className={cn("text-lg font-semibold tracking-tight", isComplete && "text-success")}>
            {t("progress", { done, all: eventTypes.length })}
          </p>
          <p className={isComplete ? "text-success" : "text-muted-foreground"}>{t(isComplete ? "complete" : `hint.${environment}`)}</p>
        </div>
        {environment === "development" && (!isComplete || running !== undefined) ? (
          <RunButton eventTypes={missing} isRunning={running !== undefined} onRun={runMissing}>
            <Play aria-hidden />
            {running === undefined ? t("runMissing", { count: missing.length }) : t("running")}
          </RunButton>
        ) : null}
      </div>
      <span aria-hidden className="flex gap-0.5">
        {eventTypes.map((kind, index) => (
          <span
            key={kind}
            className={cn("h-1.5 min-w-0 grow rounded-full transition-colors", index < done ? "bg-success" : "bg-secondary")}
          />
        ))}
      </span>
      {error === undefined ? null : (
        <Alert tone="danger" role="alert">
          {error.error === undefined ? t("refused", { kind: error.kind }) : say(error.error)}
        </Alert>
      )}
      {hasShiftedClock ? <ClockBack /> : null}
    </Card>
  );
}

function Group({
  group,
  met,
  running,
}: {
  group: EventGroup;
  met: ReadonlyMap<EventType, { eventId: string; at: Date }>;
  running: EventType | undefined;
}) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.groups");
  const meaning = useEventMeaning();
  return (
    <section aria-labelledby={`group-${group}`} className="grid gap-2">
      <h2 id={`group-${group}`} className="text-lg font-semibold tracking-tight">
        {t(group)}
      </h2>
      <ul className="@container divide-y overflow-hidden rounded-lg border bg-card shadow-xs">
        {eventTypes
          .filter((kind) => eventCatalogue[kind].group === group)
          .map((kind) => (
            <li key={kind} className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-accent/60 sm:px-5">
              <Mark state={running === kind ? "running" : met.has(kind) ? "met" : "missing"} />
              <div className="grid min-w-0 grow gap-x-6 gap-y-0.5 @2xl:grid-cols-[19rem_minmax(0,1fr)_auto] @2xl:items-baseline">
                <Link
                  href={`/${environment}/events/catalogue/${kind}`}
                  className="font-mono text-sm font-medium -outline-offset-2 [overflow-wrap:anywhere] after:absolute after:inset-0"
                >
                  {kind}
                </Link>
                <span>{meaning(kind)}.</span>
                <Met at={met.get(kind)?.at} />
              </div>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            </li>
          ))}
      </ul>
    </section>
  );
}

function Met({ at }: { at: Date | undefined }) {
  const t = useTranslations("events.catalogue");
  return (
    <span className="text-sm text-muted-foreground lg:text-right">
      {at === undefined ? t("notMet") : t.rich("met", { time: () => <TimeStamp at={at} as="ago" /> })}
    </span>
  );
}

function Mark({ state }: { state: "met" | "missing" | "running" }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-6 shrink-0 place-content-center rounded-full",
        state === "met" && "bg-success-surface text-success",
        state === "missing" && "border",
        state === "running" && "animate-pulse bg-primary text-primary-foreground",
      )}
    >
      {state === "met" ? <Check className="size-3.5" /> : state === "running" ? <Play className="size-3" /> : null}
    </span>
  );
}
