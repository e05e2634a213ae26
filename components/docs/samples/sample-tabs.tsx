"use client";

import { useRef } from "react";
import type { ReactNode } from "react";
import { LanguageChoice, useSampleLanguage } from "#components/docs/samples/sample-language.tsx";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";

/** A request in the page's sample language, with the choice above it. */
export function SampleTabs({
  title,
  label,
  samples,
  actions,
}: {
  title: string;
  label: string;
  samples: Partial<Record<SampleLanguage, ReactNode>>;
  /** Further actions on the request. */
  actions?: ReactNode;
}) {
  const { language: chosen } = useSampleLanguage();
  const languages = sampleLanguages.filter((name) => samples[name] !== undefined);
  // A request without a curl sample falls back to its first language.
  const language = languages.find((name) => name === chosen) ?? languages[0] ?? chosen;
  const code = useRef<HTMLPreElement>(null);
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border bg-code">
      <figcaption className="flex min-h-10.25 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-1 pr-1.5 pl-3.5 text-sm">
        <span className="min-w-0 font-medium text-muted-foreground [overflow-wrap:anywhere]">{title}</span>
        <div className="ml-auto flex flex-wrap items-center gap-1">
          <LanguageChoice label={label} languages={languages} />
          {actions}
          <CopyButton text={() => Promise.resolve(code.current?.textContent ?? "")} what={title} />
        </div>
      </figcaption>
      <pre
        ref={code}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={title}
        className="max-h-112 overflow-auto px-3.5 py-3 font-mono text-sm leading-relaxed -outline-offset-2"
      >
        <code>{samples[language]}</code>
      </pre>
    </figure>
  );
}
