"use client";

import { useSyncExternalStore } from "react";
import { readSampleLanguage, sampleLanguageCookie } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { keepCookie } from "#components/shell/cookies.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The reader's language for all samples, which a cookie keeps for the next page. The page comes in curl. */
export function useSampleLanguage(): { language: SampleLanguage; choose: (language: SampleLanguage) => void } {
  const language = useSyncExternalStore<SampleLanguage>(
    subscribe,
    () => readSampleLanguage(document.cookie),
    () => "curl",
  );
  return { language, choose };
}

function choose(language: SampleLanguage): void {
  keepCookie(sampleLanguageCookie, language);
  for (const listener of listeners) listener();
}
