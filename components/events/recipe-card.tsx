"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, FlaskConical, Play, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import { isOver } from "#components/deliveries/queries.ts";
import { DeliveryCounts } from "#components/events/about.tsx";
import { eventsQuery } from "#components/events/queries.ts";
import { ClockBack, RunButton, runRecipe } from "#components/events/run-recipe.tsx";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { BadgeTone } from "#components/ui/badge.tsx";
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Link } from "#components/ui/link.tsx";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";
import { clockAfter } from "#lib/developer/recipes/clock-shifts.ts";
import type { RecipeStep } from "#lib/developer/recipes/recipe.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import type { StepResult } from "#lib/developer/recipes/run-step.ts";
import type { Method } from "#lib/platform/wire/endpoint.ts";

const marks = {
  waiting: "border text-muted-foreground",
  running: "animate-pulse bg-primary text-primary-foreground",
  done: "bg-success-surface text-success",
  refused: "bg-danger-surface text-danger",
};

const askEveryMs = 700;

type State = { is: "idle" | "running" } | { is: "done"; about: string } | { is: "refused" } | { is: "failed"; error: unknown };

/** How a kind of event is made to happen: the requests, and a button that sends them and shows what comes of it. */
export function RecipeCard({ eventType, script }: { eventType: EventType; script: string }) {
  const environment = useEnvironment();
  const t = useTranslations("events.recipe");
  const say = useErrorText();
  const queryClient = useQueryClient();
  const [results, setResults] = useState<readonly StepResult[]>([]);
  const [state, setState] = useState<State>({ is: "idle" });
  const { steps } = recipes[eventType];
  const isRunning = state.is === "running";
  const shiftsClock = clockAfter([eventType], new Date(0)) !== undefined;

  async function run() {
    setState({ is: "running" });
    setResults([]);
    try {
      const about = await runRecipe(eventType, (result) => setResults((before) => [...before, result]));
      setState(about === undefined ? { is: "refused" } : { is: "done", about });
    } catch (error) {
      setState({ is: "failed", error });
    }
    // The requests may have changed data of other pages.
    void queryClient.invalidateQueries();
  }

  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <CardDescription className="col-span-full">{t("text", { count: steps.length })}</CardDescription>
        <CardAction className="sm:row-span-1">
          <CopyButton text={script} what={t("script")} />
          {environment === "development" ? (
            <RunButton eventTypes={[eventType]} isRunning={isRunning} onRun={run}>
              {state.is === "idle" || isRunning ? <Play aria-hidden /> : <RotateCcw aria-hidden />}
              {t(isRunning ? "running" : state.is === "idle" ? "run" : "again")}
            </RunButton>
          ) : (
            <LinkButton variant="outline" href={`/development/events/catalogue/${eventType}`} icon={FlaskConical}>
              {t("inDevelopment")}
            </LinkButton>
          )}
        </CardAction>
      </CardHeader>
      <CardContent>
        <ol className="grid">
          {steps.map((step, index) => (
            <Step
              // oxlint-disable-next-line react/no-array-index-key -- the steps of a recipe have their place and nothing else
              key={index}
              number={index + 1}
              step={step}
              result={results[index]}
              isRunning={isRunning && index === results.length}
            />
          ))}
          {state.is === "done" ? <RecipeOutcome eventType={eventType} about={state.about} number={steps.length + 1} /> : null}
        </ol>
        <div aria-live="polite" className="grid gap-4">
          {shiftsClock && state.is !== "idle" && !isRunning ? <ClockBack /> : null}
          {state.is === "refused" ? <Alert tone="danger">{t("refused")}</Alert> : null}
          {state.is === "failed" ? <Alert tone="danger">{say(state.error)}</Alert> : null}
        </div>
      </CardContent>
    </Card>
  );
}

function Step({
  number,
  step,
  result,
  isRunning,
}: {
  number: number;
  step: RecipeStep;
  result: StepResult | undefined;
  isRunning: boolean;
}) {
  const t = useTranslations("events.recipe");
  const { method, path, body } = result?.request ?? step;
  return (
    <StepFrame number={number} state={isRunning ? "running" : result === undefined ? "waiting" : result.status < 400 ? "done" : "refused"}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-0.5">
        <MethodBadge method={method} />
        <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">/v2{path}</code>
        {result === undefined ? null : (
          <span className="inline-flex items-center gap-2">
            <HttpStatus status={result.status} />
            <TextLink href={`/development/calls/${result.executionId}`} className="text-sm">
              {t("call")}
            </TextLink>
          </span>
        )}
      </p>
      {body === undefined ? null : (
        <details className="mt-1">
          <summary className="w-fit rounded-sm text-sm text-link select-none hover:underline">{t("body")}</summary>
          <JsonView text={shorten(body)} what={t("body")} className="mt-2" />
        </details>
      )}
      {result === undefined || result.text === "" ? null : (
        <details className="mt-1" open={result.status >= 400}>
          <summary className="w-fit rounded-sm text-sm text-link select-none hover:underline">{t("answer")}</summary>
          <JsonView text={result.text} what={t("answer")} className="mt-2" />
        </details>
      )}
    </StepFrame>
  );
}

const longestText = 200;

/** A body as it is shown: the content of a file is cut. */
function shorten(body: unknown): string {
  return JSON.stringify(body, (_key, value: unknown) =>
    typeof value === "string" && value.length > longestText ? `${value.slice(0, longestText)}…` : value,
  );
}

const tones: Record<Method, BadgeTone> = { GET: "info", POST: "success", PUT: "warning", PATCH: "warning", DELETE: "danger" };

function MethodBadge({ method }: { method: Method }) {
  return (
    <Badge tone={tones[method]} className="font-mono">
      {method}
    </Badge>
  );
}

/** The event that a recipe made happen, with its deliveries, as soon as they are there. */
function RecipeOutcome({ eventType, about, number }: { eventType: EventType; about: string; number: number }) {
  const t = useTranslations("events.recipe");
  const { placeholderData: _ofAnotherRun, ...query } = eventsQuery("development", { eventType: [eventType], search: about, limit: 1 });
  const { data } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (isSettled(state.data?.rows[0]) ? false : askEveryMs),
  });
  const event = data?.rows[0];
  return (
    <StepFrame number={number} state={event === undefined ? "running" : "done"}>
      <div aria-live="polite" className="pt-0.5">
        {event === undefined ? (
          <p className="text-muted-foreground">{t("waiting")}</p>
        ) : (
          <div className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-x-2">
              <CircleCheck aria-hidden className="size-4 text-success" />
              <TextLink href={`/development/events/${event.id}`}>
                <code className="font-mono text-sm font-medium">{event.eventType}</code>
              </TextLink>
              <DeliveryCounts deliveries={event.deliveries} />
            </p>
            {Object.keys(event.deliveries).length === 0 ? (
              <p className="text-sm text-muted-foreground">
                {t.rich("noWebhook", {
                  link: (words) => (
                    <Link href="/development/webhooks" className="text-link underline underline-offset-2">
                      {words}
                    </Link>
                  ),
                })}
              </p>
            ) : null}
          </div>
        )}
      </div>
    </StepFrame>
  );
}

function isSettled(event: EventRow | undefined): boolean {
  return event !== undefined && (Object.keys(event.deliveries) as DeliveryStatus[]).every(isOver);
}

/** A numbered step of a recipe's run, joined to the next one. */
function StepFrame({ number, state, children }: { number: number; state: keyof typeof marks; children: ReactNode }) {
  return (
    <li className="group grid grid-cols-[auto_1fr] gap-x-3">
      <div className="grid grid-rows-[auto_1fr] justify-items-center">
        <span
          aria-hidden
          className={cn("grid size-7 place-content-center rounded-full text-xs font-semibold tabular-nums transition-colors", marks[state])}
        >
          {number}
        </span>
        <span aria-hidden className="w-px bg-border group-last:hidden" />
      </div>
      <div className="min-w-0 pb-4 group-last:pb-0">{children}</div>
    </li>
  );
}
