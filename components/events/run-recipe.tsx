"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { clockQuery, isAtWork } from "#components/sandbox/queries.ts";
import { useClock } from "#components/sandbox/use-clock.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { clockAfter } from "#lib/developer/recipes/clock-shifts.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import type { StepResult } from "#lib/developer/recipes/run-step.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Runs the recipes of these events. If they shift the sandbox's clock, it first says by how much, and what follows. */
export function RunButton({
  eventTypes,
  isRunning,
  onRun,
  children,
}: {
  eventTypes: readonly EventType[];
  isRunning: boolean;
  onRun: () => Promise<void>;
  children: ReactNode;
}) {
  const t = useTranslations("events.clock");
  const format = useFormatter();
  const { data: clock } = useQuery(clockQuery);
  const now = new Date(clock?.now ?? 0);
  const after = clockAfter(eventTypes, now);
  if (after === undefined || isRunning) {
    return (
      <Button onClick={() => void onRun()} disabled={isRunning}>
        {children}
      </Button>
    );
  }
  const ms = after.getTime() - now.getTime();
  const by = { days: Math.floor(ms / dayMs), hours: Math.floor(ms / hourMs) };
  return (
    <ConfirmDialog
      trigger={<Button disabled={clock === undefined}>{children}</Button>}
      title={t("title", by)}
      description={t("text", { until: withFirst(format.dateTime(after, { dateStyle: "long", timeStyle: "short" })) })}
      confirm={t("confirm")}
      // It runs on by itself, and shows how far it is.
      onConfirm={() => {
        void onRun();
        return Promise.resolve();
      }}
    />
  );
}

/**
 * Runs a recipe in Development step by step, and tells of each as it is answered. Answers the contract or claim that the event is
 * about; undefined if a step was refused, as the next ones would be.
 */
export async function runRecipe(eventType: EventType, onStep: (result: StepResult) => void): Promise<string | undefined> {
  const { steps, about } = recipes[eventType];
  let values: StepResult["values"] = {};
  for (const step of steps.keys()) {
    const result = await api.recipes.runStep.mutate({ environment: "development", eventType, step, values });
    onStep(result);
    if (result.status >= 400) return undefined;
    if (result.status === 202) await waitForClock();
    values = result.values;
  }
  return values[about];
}

const lookAgainMs = 500;

/** Returns when the sandbox has caught up with its clock, where a step moved it over very much. */
async function waitForClock(): Promise<void> {
  while (isAtWork(await api.sandbox.clock.query({ environment: "development" }))) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

/** Offers to put the sandbox's clock back after recipes have moved it; nothing if it shows real time. */
export function ClockBack() {
  const t = useTranslations("events.clock");
  const format = useFormatter();
  const { clock, isBusy, goBack } = useClock(undefined);
  if (clock?.moved !== true) return null;
  return (
    <Alert
      tone="info"
      actions={
        <Button size="sm" variant="outline" disabled={isBusy} onClick={goBack} icon={RotateCcw}>
          {t("back")}
        </Button>
      }
    >
      {t("moved", { now: withFirst(format.dateTime(new Date(clock.now), { dateStyle: "long", timeStyle: "short" })) })}
    </Alert>
  );
}
