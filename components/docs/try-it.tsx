"use client";

import { Check, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useGuideProgress } from "#components/docs/guides/guide-progress.tsx";
import { fillGuideStep, madeBy, namesOf } from "#components/docs/guides/guide-step.ts";
import type { StepRequest } from "#components/docs/guides/guide-step.ts";
import { useTrying } from "#components/docs/reader.tsx";
import type { Operation, TryRequest } from "#components/docs/try-it-dialog.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { captureFrom } from "#lib/developer/recipes/recipe.ts";
import type { RecipeValues } from "#lib/developer/recipes/recipe.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import type { Example } from "#lib/platform/wire/endpoint.ts";

export const TryItDialog = onDemand(() => import("#components/docs/try-it-dialog.tsx").then((module) => module.TryItDialog), "dialog");

/** The renter of the reference's examples, which is replaced by one of the owner's own. */
const sampleRenter = "renter-lyon";

/** Sends an example of the reference, moved to the days after now, through the portal with the owner's development key, which the browser never has. */
export function TryIt({ operation, example }: { operation: Operation; example: Example }) {
  const trying = useTrying();
  if (trying === null) return null;
  const makeExample = () => {
    const now = new Date(currentTime().getTime() + trying.clockOffsetMs);
    return withRenter(shiftExampleToToday(example, now), trying.renter?.uid);
  };
  return <TryButton operation={operation} makeExample={makeExample} />;
}

/** Sends a step of a guide with the owner's own renter and the values of earlier steps, and keeps what it gives and makes. */
export function TryStep({ operation, name, step, attaches }: { operation: Operation; name: string; step: StepRequest; attaches: boolean }) {
  const t = useTranslations("tryIt");
  const trying = useTrying();
  const { values, made: created, parts, record } = useGuideProgress();
  if (trying === null) return null;
  const { renter, clockOffsetMs } = trying;
  if (attaches && renter?.isAttached === true && created[name] === undefined) {
    return (
      <Badge tone="success" className="mx-1">
        <Check aria-hidden />
        {t("attached", { name: renter.name })}
      </Badge>
    );
  }
  const variables: RecipeValues = { ...values, ...(renter !== undefined && { renter: renter.uid }) };
  const missing = namesOf(step).filter((each) => variables[each] === undefined);
  const makeExample = () => {
    const blank = Object.fromEntries(missing.map((each) => [each, ""]));
    return fillGuideStep(step, { ...blank, ...variables, uuid: newUuid() }, new Date(currentTime().getTime() + clockOffsetMs));
  };
  const givers = parts.filter(({ gives }) => gives.some((each) => missing.includes(each))).map(({ title }) => `“${title}”`);
  const note = missing.includes("renter") ? t("noRenter") : missing.length > 0 ? t("missing", { steps: givers.join(", ") }) : undefined;
  const onSuccess = (answer: unknown, executionId: string) => {
    const captured = captureFrom(step, answer);
    const result = madeBy(step, answer, { ...variables, ...captured }, executionId);
    record(name, captured, result);
    return result;
  };
  return <TryButton operation={operation} step={name} makeExample={makeExample} note={note} onSuccess={onSuccess} />;
}

function TryButton(request: TryRequest) {
  const t = useTranslations("tryIt");
  return (
    <TryItDialog
      {...request}
      trigger={
        <Button variant="ghost" size="sm" data-try>
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

/** A random UUID (RFC 9562, version 4); `crypto.randomUUID` is missing where a page is served over plain HTTP. */
function newUuid(): string {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length) => randomDigits(length));
  return `${a}-${b}-4${c}-8${d}-${e}`;
}

function randomDigits(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 16).toString(16)).join("");
}

const day = 86_400_000;

/** The day for which the reference's examples are written. */
const exampleDay = Date.parse("2027-01-01T00:00:00Z");

/** Moves the dates of an example by whole days, so that its first day is tomorrow by the clock that says `now`. */
export function shiftExampleToToday(example: Example, now: Date): Example {
  const moved = (Math.ceil((now.getTime() - exampleDay) / day) + 1) * day;
  const text = JSON.stringify(example).replaceAll(/"(?:[^"\\]|\\.)*"/g, (token) => {
    const instant = parseInstant(JSON.parse(token));
    return instant === undefined ? token : JSON.stringify(new Date(instant.getTime() + moved).toISOString());
  });
  return JSON.parse(text) as Example;
}
