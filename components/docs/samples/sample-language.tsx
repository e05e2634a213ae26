"use client";

import { useSyncExternalStore } from "react";
import { readSampleLanguage, sampleLanguageCookie, sampleLanguageNames } from "#components/docs/samples/sample-languages.ts";
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
  return { language, choose: keepLanguage };
}

function keepLanguage(language: SampleLanguage): void {
  keepCookie(sampleLanguageCookie, language);
  for (const listener of listeners) listener();
}

/** The choice of the language of all samples, among those that a sample has. */
export function LanguageChoice({ label, languages }: { label: string; languages: readonly SampleLanguage[] }) {
  const { language: chosen, choose } = useSampleLanguage();
  const language = languages.find((name) => name === chosen) ?? languages[0];
  return (
    <fieldset aria-label={label} className="flex flex-wrap">
      {languages.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === language}
          onClick={() => choose(name)}
          className="rounded-md px-2 py-1 text-muted-foreground -outline-offset-2 hover:text-foreground aria-pressed:bg-accent aria-pressed:font-medium aria-pressed:text-foreground"
        >
          {sampleLanguageNames[name]}
        </button>
      ))}
    </fieldset>
  );
}
