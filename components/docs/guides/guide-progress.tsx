"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, use, useMemo, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { nothingKept, recordStep } from "#components/docs/guides/guide-record.ts";
import type { GuidePart, StoredProgress } from "#components/docs/guides/guide-record.ts";
import type { CreatedObject } from "#components/docs/guides/guide-step.ts";
import { useTrying } from "#components/docs/reader.tsx";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import type { RecipeValues } from "#lib/developer/recipes/recipe.ts";

interface Progress extends StoredProgress {
  parts: readonly GuidePart[];
  record: (step: string, values: RecipeValues, created: CreatedObject) => void;
  startOver: () => void;
}

const ProgressContext = createContext<Progress>({ ...nothingKept, parts: [], record: () => undefined, startOver: () => undefined });

export function useGuideProgress(): Progress {
  return use(ProgressContext);
}

/** How far the reader has followed a guide with "Try it". The tab keeps it over a reload, for each environment on its own. */
export function GuideProgress({ guide, parts, children }: { guide: string; parts: readonly GuidePart[]; children: ReactNode }) {
  const trying = useTrying();
  const key = `guide ${guide} ${trying?.worldId ?? ""}`;
  const text = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(key),
    () => null,
  );
  const progress = useMemo((): Progress => {
    const stored = text === null ? nothingKept : { ...nothingKept, ...(JSON.parse(text) as Partial<StoredProgress>) };
    return {
      ...stored,
      parts,
      record: (step, values, created) => store(key, recordStep(stored, parts, { step, values, made: created })),
      startOver: () => store(key, nothingKept),
    };
  }, [key, text, parts]);
  return <ProgressContext value={progress}>{children}</ProgressContext>;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function store(key: string, stored: StoredProgress): void {
  sessionStorage.setItem(key, JSON.stringify(stored));
  for (const listener of listeners) listener();
}

const Received = loadedPart(() => import("#components/docs/guides/guide-received.tsx").then((module) => module.GuideReceived));

/** The value of a guide that identifies what it is about. */
const names = { contract: "cid", claim: "claim" };

/** The end of a guide: the contract or claim that the reader made with "Try it", and what webhooks received of it. */
export function GuideOutcome({ of }: { of: "contract" | "claim" }) {
  const t = useTranslations("tryIt.outcome");
  const trying = useTrying();
  const { values, startOver } = useGuideProgress();
  if (trying === null) return null;
  const id = values[names[of]];
  if (id === undefined) return <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">{t("nothing")}</p>;
  return (
    <div className="grid gap-4 rounded-lg border bg-card p-4 shadow-xs sm:p-5">
      <Received of={of} id={id} />
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={startOver}>
        <RotateCcw aria-hidden className="size-3.5" />
        {t("startOver")}
      </Button>
    </div>
  );
}
