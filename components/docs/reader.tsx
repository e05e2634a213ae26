"use client";

import { createContext, use, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { nobody } from "#components/docs/reader-facts.ts";
import type { Reader, Trying } from "#components/docs/reader-facts.ts";
import { Palette } from "#components/palette/palette.tsx";
import { EntryButton } from "#components/shell/page-header.tsx";
import { RenderedFor } from "#components/shell/viewer.tsx";

const ReaderContext = createContext<Reader>(nobody);

/** Asks who reads the page, which is anonymous until then. */
export function ReaderProvider({ children }: { children: ReactNode }) {
  const [reader, setReader] = useState(nobody);
  useEffect(() => {
    const controller = new AbortController();
    fetch("/docs/reader.json", { signal: controller.signal })
      .then(async (response) => (response.ok ? setReader((await response.json()) as Reader) : undefined))
      // The page can be read without.
      .catch(() => undefined);
    return () => controller.abort();
  }, []);
  return (
    <ReaderContext value={reader}>
      {reader.viewer === null ? null : <RenderedFor viewer={reader.viewer} />}
      {children}
    </ReaderContext>
  );
}

export function useTrying(): Trying | null {
  return use(ReaderContext).trying;
}

export function ReadersEntry() {
  return <EntryButton home={use(ReaderContext).home ?? undefined} />;
}

export function ReadersPalette() {
  const { pages, lookUp, sendsMail } = use(ReaderContext);
  return <Palette pages={pages} lookUp={lookUp} sendsMail={sendsMail} />;
}
