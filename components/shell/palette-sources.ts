"use client";

import { useEffect, useState } from "react";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { api } from "#components/kit/api/api.ts";
import type { LookUp } from "#components/shell/palette-groups.ts";
import { useLanguage } from "#components/shell/use-language.ts";
import type { Found } from "#lib/developer/search/schema.ts";
import { cutKeys } from "#lib/platform/log/cut-keys.ts";

const afterMs = 120;
const minLength = 2;

/** What has the identifier, number or name that is typed; nothing where it cannot be asked for. Settled once that is known. */
export function useFound(term: string, lookUp: LookUp): { found: readonly Found[]; isSettled: boolean } {
  const [answer, setAnswer] = useState<{ term: string; found: readonly Found[] }>({ term: "", found: [] });
  const isAsked = lookUp !== "none" && term.length >= minLength;
  useEffect(() => {
    if (!isAsked) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      find(term, lookUp, asked.signal).then(
        (found) => setAnswer({ term, found }),
        () => (asked.signal.aborted ? undefined : setAnswer({ term, found: [] })),
      );
    }, afterMs);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [term, lookUp, isAsked]);
  const isSettled = !isAsked || answer.term === term;
  return { found: isAsked && isSettled ? answer.found : [], isSettled };
}

/** A whole key must not get into an address, so it is cut. */
export function find(typed: string, lookUp: Exclude<LookUp, "none">, signal: AbortSignal): Promise<readonly Found[]> {
  const term = cutKeys(typed);
  return lookUp === "support"
    ? api.console.lookUp.search.query({ term }, { signal })
    : api.search.find.query({ environment: lookUp, term }, { signal });
}

/** What the documentation holds: undefined until it is there, and nothing where it cannot be had. */
export function useDocsEntries(): readonly DocsEntry[] | undefined {
  const [language] = useLanguage();
  const [entries, setEntries] = useState<readonly DocsEntry[]>();
  useEffect(() => {
    const asked = new AbortController();
    fetch(`/docs/search.json?${new URLSearchParams({ language })}`, { signal: asked.signal })
      .then(async (response) => setEntries(response.ok ? ((await response.json()) as DocsEntry[]) : []))
      .catch(() => (asked.signal.aborted ? undefined : setEntries([])));
    return () => asked.abort();
  }, [language]);
  return entries;
}
