"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import type { KeyboardEvent } from "react";
import { coverDays } from "#components/contracts/cover-period.tsx";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { api } from "#components/kit/api/api.ts";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { FoundStatus, PaletteIcon } from "#components/palette/found-status.tsx";
import { groupsAtFirst, groupsFor, makeSearch } from "#components/palette/palette-groups.ts";
import type { LookUp, PaletteEntry, PaletteGroup, PalettePage } from "#components/palette/palette-groups.ts";
import { pressWhenShown, usePaletteActions } from "#components/palette/use-palette-actions.ts";
import { useLanguage } from "#components/shell/use-language.ts";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "#components/ui/command.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "#components/ui/dialog.tsx";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

/** The searches and actions of a viewer. */
export interface Searched {
  pages: readonly PalettePage[];
  lookUp: LookUp;
  sendsMail: boolean;
}

const noDocs: readonly DocsEntry[] = [];

/** The palette's dialog: what has the identifier, number or name that is typed, then pages, actions and the documentation by the words they begin with. */
export function PaletteDialog({
  isOpen,
  onOpenChange,
  ...searched
}: Searched & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useTranslations("shell.palette");
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState("");
  const [isWaiting, setIsWaiting] = useState(false);
  const term = typed.trim();
  const { items: found, isSettled: isFound } = useFound(term, searched.lookUp);
  const docs = useDocsEntries();
  const groups = useGroups(term, searched, found, docs ?? noDocs);
  const entries = groups.flatMap((group) => group.entries);
  // The documentation comes last, so it does not change what is first.
  const isSettled = isFound && (docs !== undefined || entries.length > 0);
  const first = entries[0] === undefined ? "" : keyOf(entries[0]);
  const [lastTerm, setKnown] = useState(first);

  function choose(entry: PaletteEntry) {
    onOpenChange(false);
    setTyped("");
    setIsWaiting(false);
    if (typeof entry.to !== "string") return entry.to();
    if (entry.press === undefined) keepRecent({ title: entry.title, href: entry.to });
    router.push(entry.to);
    if (entry.press !== undefined) pressWhenShown(entry.press);
  }
  // Selects the first entry for Enter, even if it arrives later than the rest.
  if (lastTerm !== first) {
    setKnown(first);
    setSelected(first);
  }
  function press(event: KeyboardEvent) {
    // These keys open the palette, and the list would take them for a step up: pressed twice, while it loads, they chose its last line.
    if (event.ctrlKey && event.key.toLowerCase() === "k") event.stopPropagation();
    if (event.key !== "Enter" || isSettled) return;
    event.preventDefault();
    event.stopPropagation();
    setIsWaiting(true);
  }
  if (isWaiting && isSettled) {
    setIsWaiting(false);
    const [entry] = entries;
    if (entry !== undefined) queueMicrotask(() => choose(entry));
  }

  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="top-[12dvh] max-w-2xl translate-y-0 gap-0 overflow-hidden p-0 sm:p-0 [&>button]:hidden">
        <DialogTitle className="sr-only">{t("open")}</DialogTitle>
        <DialogDescription className="sr-only">{t("placeholder")}</DialogDescription>
        <Command label={t("open")} loop shouldFilter={false} value={selected} onValueChange={setSelected} onKeyDownCapture={press}>
          <CommandInput
            placeholder={t("placeholder")}
            value={typed}
            onValueChange={(text) => {
              setTyped(text);
              setIsWaiting(false);
            }}
            className="h-12"
          />
          <CommandList className="max-h-[60dvh]" aria-busy={!isSettled}>
            {isSettled ? <CommandEmpty>{t("empty")}</CommandEmpty> : null}
            <PaletteGroups groups={groups} choose={choose} />
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

function PaletteGroups({ groups, choose }: { groups: readonly PaletteGroup[]; choose: (entry: PaletteEntry) => void }) {
  const t = useTranslations("shell.palette");
  return groups.map((group) => (
    <CommandGroup key={group.kind} heading={t(`groups.${group.kind}`)}>
      {group.entries.map((entry) => (
        <CommandItem key={keyOf(entry)} value={keyOf(entry)} onSelect={() => choose(entry)} className="flex-wrap gap-y-0.5 sm:flex-nowrap">
          <PaletteIcon of={entry.icon} />
          <span className="min-w-0 flex-1 truncate">{entry.title}</span>
          {entry.status === undefined ? null : <FoundStatus kind={entry.icon} status={entry.status} />}
          {/* On a phone below the title, where nothing of it is cut off. */}
          {entry.hint === undefined ? null : (
            <span className="w-full pl-6 text-sm text-muted-foreground sm:w-auto sm:max-w-[55%] sm:shrink-0 sm:truncate sm:pl-0">
              {entry.hint}
            </span>
          )}
        </CommandItem>
      ))}
    </CommandGroup>
  ));
}

function keyOf({ icon, title, to }: PaletteEntry): string {
  return `${icon} ${title} ${typeof to === "string" ? to : ""}`;
}

function useGroups(
  term: string,
  { pages, lookUp, sendsMail }: Searched,
  items: readonly FoundItem[],
  docs: readonly DocsEntry[],
): PaletteGroup[] {
  const say = useTranslations("shell");
  const format = useFormatter();
  const now = useServerNow();
  const actions = usePaletteActions(lookUp, pages, sendsMail);
  const search = useMemo(() => makeSearch(pages, actions, docs, say), [pages, actions, docs, say]);
  if (term === "") return groupsAtFirst(readRecents(), pages, actions);
  return groupsFor(term, {
    ...{ items, pages, search, now, say },
    nameOfCover: ([from, until]) => coverDays(new Date(from), new Date(until), (at, options) => format.dateTime(at, options)),
    nameOfDay: (start) => withFirst(format.dateTime(start, { dateStyle: "long", timeZone: insurerZone })),
  });
}

const recentsName = "covergate-recent";
const maxRecents = 5;

interface Recent {
  title: string;
  href: string;
}

/** Reads the entries opened in this tab, newest first. They end with the tab, so that the next person does not see them. */
function readRecents(): Recent[] {
  return JSON.parse(sessionStorage.getItem(recentsName) ?? "[]") as Recent[];
}

function keepRecent(recent: Recent): void {
  const others = readRecents().filter(({ href }) => href !== recent.href);
  sessionStorage.setItem(recentsName, JSON.stringify([recent, ...others].slice(0, maxRecents)));
}

const afterMs = 120;
const minLength = 2;

/** Finds things whose identifier, number or name is typed; empty if the search fails. `isSettled` is true once the answer is known. */
function useFound(term: string, lookUp: LookUp): { items: readonly FoundItem[]; isSettled: boolean } {
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
function useDocsEntries(): readonly DocsEntry[] | undefined {
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
