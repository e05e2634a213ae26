"use client";

import { createContext, use, useMemo, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { nothingKept, recordStep } from "#components/docs/guide-record.ts";
import type { GuidePart, StoredProgress } from "#components/docs/guide-record.ts";
import type { CreatedObject } from "#components/docs/guide-step.ts";
import { useTrying } from "#components/docs/reader.tsx";
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
