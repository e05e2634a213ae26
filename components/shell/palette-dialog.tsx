"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { PaletteIcon } from "#components/shell/palette-icon.tsx";
import { keepRecent, readRecents } from "#components/shell/palette-recents.ts";
import { useDocsEntries, useFound } from "#components/shell/palette-sources.ts";
import { usePaletteActions } from "#components/shell/use-palette-actions.ts";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "#components/ui/command.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "#components/ui/dialog.tsx";
import type { Environment } from "#lib/partners/schema.ts";
import { rank } from "#lib/search/rules/words.ts";
import type { FoundKind } from "#lib/search/schema.ts";

/** A page of the portal or the console. */
export interface PalettePage {
  title: string;
  href: string;
}

/** Where things are looked for: in an environment first, among all partners, or nowhere. */
export type LookUp = Environment | "support" | "none";

/** A line of the palette, which leads somewhere or does something. */
export interface PaletteEntry {
  title: string;
  hint?: string;
  icon: FoundKind | DocsEntry["kind"] | "go" | "action" | "recent";
  to: string | (() => void);
}

interface Group {
  heading: string;
  entries: PaletteEntry[];
}

const docsKinds = ["page", "operation", "event", "error"] as const satisfies readonly DocsEntry["kind"][];
const maxOfKind = 6;

/** The palette's dialog: what has the identifier, number or name that is typed, then pages, actions and the documentation by the words they begin with. */
export function PaletteDialog({
  isOpen,
  onOpenChange,
  pages,
  lookUp,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  pages: readonly PalettePage[];
  lookUp: LookUp;
}) {
  const t = useTranslations("shell.palette");
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState("");
  const [isWaiting, setIsWaiting] = useState(false);
  const term = typed.trim();
  const { found, isSettled } = useFound(term, lookUp);
  const groups = useGroups({ term, pages, lookUp, found });
  const entries = groups.flatMap((group) => group.entries);
  const first = entries[0] === undefined ? "" : keyOf(entries[0]);
  const [known, setKnown] = useState(first);

  function choose(entry: PaletteEntry) {
    onOpenChange(false);
    setTyped("");
    setIsWaiting(false);
    if (typeof entry.to !== "string") return entry.to();
    keepRecent({ title: entry.title, href: entry.to });
    router.push(entry.to);
  }
  // What comes first is what Enter takes, also where it comes later than the rest.
  if (known !== first) {
    setKnown(first);
    setSelected(first);
  }
  function press(event: KeyboardEvent) {
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
      <DialogContent className="top-[12dvh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0 sm:p-0 [&>button]:hidden">
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
            {groups.map((group) => (
              <CommandGroup key={group.heading} heading={group.heading}>
                {group.entries.map((entry) => (
                  <CommandItem key={keyOf(entry)} value={keyOf(entry)} onSelect={() => choose(entry)}>
                    <PaletteIcon of={entry.icon} />
                    <span className="min-w-0 grow truncate">{entry.title}</span>
                    {entry.hint === undefined ? null : (
                      <span className="max-w-[45%] shrink-0 truncate text-sm text-muted-foreground">{entry.hint}</span>
                    )}
                  </CommandItem>
                ))}
              </CommandGroup>
            ))}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

function keyOf({ icon, title, to }: PaletteEntry): string {
  return `${icon} ${typeof to === "string" ? to : title}`;
}

const textsOf = ({ title, hint = "" }: PaletteEntry) => ({ text: title, hint });

function useGroups({
  term,
  pages,
  lookUp,
  found,
}: {
  term: string;
  pages: readonly PalettePage[];
  lookUp: LookUp;
  found: ReturnType<typeof useFound>["found"];
}): Group[] {
  const t = useTranslations("shell.palette");
  const docs = useDocsEntries();
  const actions = usePaletteActions(lookUp, pages);
  const go = pages.map(({ title, href }): PaletteEntry => ({ title, icon: "go", to: href }));
  const groups: Group[] =
    term === ""
      ? [
          { heading: t("recent"), entries: readRecents().map(({ title, href }) => ({ title, icon: "recent", to: href })) },
          { heading: t("pages"), entries: go },
          { heading: t("actions"), entries: actions },
        ]
      : [
          {
            heading: t("things"),
            entries: found.map(({ kind, title, hint, href }) => ({
              title,
              hint: `${t(`kindsOfThings.${kind}`)} · ${hint}`,
              icon: kind,
              to: href,
            })),
          },
          { heading: t("pages"), entries: rank(term, go, textsOf) },
          { heading: t("actions"), entries: rank(term, actions, textsOf) },
          ...docsKinds.map((kind) => {
            const ofKind = docs
              .filter((entry) => entry.kind === kind)
              .map(({ title, hint, href }): PaletteEntry => ({ title, hint, icon: kind, to: href }));
            return { heading: t(`kinds.${kind}`), entries: rank(term, ofKind, textsOf).slice(0, maxOfKind) };
          }),
        ];
  return groups.filter(({ entries }) => entries.length > 0);
}
