"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useTrying } from "#components/docs/reader.tsx";
import type { ChapterSamples } from "#components/docs/samples/guide-samples.ts";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import { LanguageChoice, useSampleLanguage } from "#components/docs/samples/sample-language.tsx";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import { TryIt } from "#components/docs/try-it.tsx";
import { CopyButton } from "#components/kit/code/copy-button.tsx";

/** A figure of the page's HTML. */
interface Figure {
  /** The example that it shows; empty for an answer. */
  sample: string;
  title: string;
  bar: HTMLElement;
  pre: HTMLElement;
}

/** Adds to the examples in the page's HTML what acts: other languages, "Try it" and copying. Other languages are loaded when wanted. */
export function SampleControls({ chapter, label }: { chapter?: string; label: string }) {
  const figures = useSyncExternalStore(never, readFigures, () => noFigures);
  const samples = useSamples(chapter);
  return figures.map((figure, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the figures of a page have their place and nothing else
    <FigureControls key={index} figure={figure} label={label} sample={samples[figure.sample]} />
  ));
}

const never = () => () => undefined;
const noFigures: readonly Figure[] = [];
let found: readonly Figure[] | undefined;

/** The page's HTML stays as it is, so that its figures are searched once. */
function readFigures(): readonly Figure[] {
  found ??= findFigures();
  return found;
}

function findFigures(): Figure[] {
  return Array.from(document.querySelectorAll<HTMLElement>("figure[data-sample]")).flatMap((element) => {
    const bar = element.querySelector<HTMLElement>("figcaption > span:last-child");
    const pre = element.querySelector("pre");
    if (!bar || !pre) return [];
    return [{ sample: element.dataset["sample"] ?? "", title: pre.getAttribute("aria-label") ?? "", bar, pre }];
  });
}

const none: ChapterSamples = {};

/** The examples of a chapter, once another language or "Try it" needs them. */
function useSamples(chapter: string | undefined): ChapterSamples {
  const { language } = useSampleLanguage();
  const isTrying = useTrying() !== null;
  const [samples, setSamples] = useState(none);
  const isWanted = chapter !== undefined && samples === none && (language !== "curl" || isTrying);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    fetch(`/docs/samples/${chapter}.json`, { signal: controller.signal })
      .then(async (response) => (response.ok ? setSamples((await response.json()) as ChapterSamples) : undefined))
      // The page shows curl.
      .catch(() => undefined);
    return () => controller.abort();
  }, [chapter, isWanted]);
  return samples;
}

function FigureControls({ figure, label, sample }: { figure: Figure; label: string; sample: ChapterSamples[string] | undefined }) {
  const { bar, pre, title } = figure;
  const { language } = useSampleLanguage();
  const other = language === "curl" ? undefined : sample?.code[language];
  return (
    <>
      {createPortal(
        <>
          {figure.sample === "" ? null : <LanguageChoice label={label} languages={sampleLanguages} />}
          {sample?.example === undefined ? null : <TryIt operation={sample.operation} example={sample.example} />}
          <CopyButton text={() => Promise.resolve(pre.innerText)} what={title} />
        </>,
        bar,
      )}
      {other === undefined
        ? null
        : createPortal(
            <code>
              <Highlighted code={other} />
            </code>,
            pre,
          )}
    </>
  );
}
