"use client";

import { Check, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, use, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { fillGuideStep, namesOf } from "#components/docs/guide-step.ts";
import type { StepRequest } from "#components/docs/guide-step.ts";
import { moveDates } from "#components/docs/samples/example-dates.ts";
import { newUuid } from "#components/docs/samples/new-uuid.ts";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Example } from "#lib/endpoint.ts";
import { captureFrom } from "#lib/recipes/recipe.ts";
import type { RecipeValues } from "#lib/recipes/recipe.ts";
import type { FirstRenter } from "#lib/renters/find-first-renter.ts";
import { currentTime } from "#lib/time/clock.ts";

/** What an owner needs to send requests from the documentation; null for everybody else. */
export interface Trying {
  renter: FirstRenter | undefined;
  /** How far the development clock is ahead of real time. */
  clockOffsetMs: number;
}

interface Shared {
  trying: Trying | null;
  /** Values from the answers to a guide's steps. */
  values: RecipeValues;
  keep: (values: RecipeValues) => void;
}

const SharedContext = createContext<Shared>({ trying: null, values: {}, keep: () => undefined });

export function TryingProvider({ trying, children }: { trying: Trying | null; children: ReactNode }) {
  const [values, setValues] = useState<RecipeValues>({});
  const shared = useMemo(
    () => ({ trying, values, keep: (more: RecipeValues) => setValues((before) => ({ ...before, ...more })) }),
    [trying, values],
  );
  return <SharedContext value={shared}>{children}</SharedContext>;
}

export const TryItDialog = onDemand(() => import("#components/docs/try-it-dialog.tsx").then((module) => module.TryItDialog), "dialog");

export interface Operation {
  id: string;
  method: string;
  path: string;
}

/** The renter of the reference's examples, which is replaced by one of the owner's own. */
const sampleRenter = "renter-lyon";

/** Sends an example of the reference through the portal with the owner's development key, which the browser never has. */
export function TryIt({ operation, example }: { operation: Operation; example: Example }) {
  const { trying } = use(SharedContext);
  if (trying === null) return null;
  const makeExample = () => withRenter(moveDates(example, trying.clockOffsetMs), trying.renter?.uid);
  return <TryButton operation={operation} makeExample={makeExample} />;
}

/** Sends a step of a guide with the owner's own renter and the values of earlier steps. */
export function TryStep({ operation, step, attaches }: { operation: Operation; step: StepRequest; attaches: boolean }) {
  const t = useTranslations("shell.tryIt");
  const { trying, values, keep } = use(SharedContext);
  const [isSent, setIsSent] = useState(false);
  if (trying === null) return null;
  const { renter, clockOffsetMs } = trying;
  if (attaches && renter?.isAttached === true) {
    return (
      <Badge tone="success" className="mx-1">
        <Check aria-hidden />
        {t("attached", { name: renter.name })}
      </Badge>
    );
  }
  const known: RecipeValues = { ...values, ...(renter !== undefined && { renter: renter.uid }) };
  const missing = namesOf(step).filter((name) => known[name] === undefined);
  const makeExample = () => {
    const blank = Object.fromEntries(missing.map((name) => [name, ""]));
    return fillGuideStep(step, { ...blank, ...known, uuid: newUuid() }, new Date(currentTime().getTime() + clockOffsetMs));
  };
  const note = missing.includes("renter") ? t("noRenter") : missing.length > 0 ? t("missing") : undefined;
  const onSuccess = (answer: unknown) => {
    setIsSent(true);
    keep(captureFrom(step, answer));
  };
  return (
    <>
      {isSent ? (
        <>
          <Check aria-hidden className="size-4 text-success" />
          <span className="sr-only">{t("sent")}</span>
        </>
      ) : null}
      <TryButton operation={operation} makeExample={makeExample} note={note} onSuccess={onSuccess} />
    </>
  );
}

export interface TryRequest {
  operation: Operation;
  makeExample: () => Example;
  /** A note to read before sending. */
  note?: string | undefined;
  onSuccess?: (answer: unknown) => void;
}

function TryButton(request: TryRequest) {
  const t = useTranslations("shell.tryIt");
  return (
    <TryItDialog
      {...request}
      trigger={
        <Button variant="ghost" size="sm">
          <Play aria-hidden className="size-3.5" />
          {t("open")}
        </Button>
      }
    />
  );
}

function withRenter(example: Example, uid: string | undefined): Example {
  if (uid === undefined) return example;
  return JSON.parse(JSON.stringify(example).replaceAll(JSON.stringify(sampleRenter), () => JSON.stringify(uid))) as Example;
}
