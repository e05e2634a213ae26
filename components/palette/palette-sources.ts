"use client";

import { useEffect, useState } from "react";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { api } from "#components/kit/api/api.ts";
import type { LookUp } from "#components/palette/palette-groups.ts";
import { useLanguage } from "#components/shell/use-language.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

const afterMs = 120;
const minLength = 2;

/** Finds things whose identifier, number or name is typed; empty if the search fails. `isSettled` is true once the answer is known. */
export function useFound(term: string, lookUp: LookUp): { items: readonly FoundItem[]; isSettled: boolean } {
  const [answer, setAnswer] = useState<{ term: string; found: readonly FoundItem[] }>({ term: "", found: [] });
  const isAsked = lookUp !== "none" && term.length >= minLength;
  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      find(term, lookUp, controller.signal).then(
        (items) => setAnswer({ term, found: items }),
        () => (controller.signal.aborted ? undefined : setAnswer({ term, found: [] })),
      );
    }, afterMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [term, lookUp, isAsked]);
  const isSettled = !isAsked || answer.term === term;
  // While somebody types on, the last results stay until the next answer: the list would collapse at each key.
  const isSameSearch = term.startsWith(answer.term) || answer.term.startsWith(term);
  return { items: isAsked && isSameSearch ? answer.found : [], isSettled };
}

/** A whole key must not get into an address, so it is cut. */
export function find(typed: string, lookUp: Exclude<LookUp, "none">, signal: AbortSignal): Promise<readonly FoundItem[]> {
  const term = cutKeys(typed);
  return lookUp === "support"
    ? api.console.lookUp.search.query({ term }, { signal })
    : api.search.find.query({ environment: lookUp, term }, { signal });
}

/** Loads the entries of the documentation: undefined until they arrive, and empty if they cannot be loaded. */
export function useDocsEntries(): readonly DocsEntry[] | undefined {
  const [language] = useLanguage();
  const [entries, setEntries] = useState<readonly DocsEntry[]>();
  useEffect(() => {
    const controller = new AbortController();
    fetch(`/docs/search.json?${new URLSearchParams({ language })}`, { signal: controller.signal })
      .then(async (response) => setEntries(response.ok ? ((await response.json()) as DocsEntry[]) : []))
      .catch(() => (controller.signal.aborted ? undefined : setEntries([])));
    return () => controller.abort();
  }, [language]);
  return entries;
}
