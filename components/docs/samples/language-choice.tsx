"use client";

import { useSampleLanguage } from "#components/docs/samples/sample-language.ts";
import { sampleLanguageNames } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";

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
