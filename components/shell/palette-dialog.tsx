"use client";

import { defaultFilter } from "cmdk";
import { ArrowRight, BookOpen, CircleAlert, Code, Search, Zap } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { useLanguage } from "#components/shell/use-language.ts";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "#components/ui/command.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "#components/ui/dialog.tsx";
import type { Environment } from "#lib/partners/schema.ts";

/** A page of the portal or the console. */
export interface PalettePage {
  title: string;
  href: string;
}

/** Where an identifier leads: to its page, looked for in an environment first, to support's look-up, or nowhere. */
export type LookUp = Environment | "support" | "none";

const kinds = ["page", "operation", "event", "error"] as const satisfies readonly DocsEntry["kind"][];
const icons: Record<DocsEntry["kind"], LucideIcon> = { page: BookOpen, operation: Code, event: Zap, error: CircleAlert };

/** How identifiers look: with a prefix of ours, a claim's number, or a contract's cid. */
const identifier = /^(?:[a-z]{2,6}_[\w-]{4,}|CLM-\d+|[0-9A-HJKMNP-TV-Z]{26})$/i;
/** A uid of a product or renter can be any text: it is offered after everything else that fits. */
const minUidLength = 3;
const uidMark = "uid:";
const lowestScore = 0.0001;

function scoreOf(value: string, search: string, keywords?: string[]): number {
  return value.startsWith(uidMark) ? lowestScore : defaultFilter(value, search, keywords);
}

/** The palette's dialog: pages, the documentation, and whatever has the identifier that is typed. */
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
  const entries = useDocsEntries();
  const [typed, setTyped] = useState("");
  const term = typed.trim();
  const opens = lookUp !== "support" && lookUp !== "none";
  const isFound = lookUp === "support" ? term !== "" : opens && identifier.test(term);
  const isUid = opens && !isFound && term.length >= minUidLength;

  function addressOf(id: string): string {
    return lookUp === "support" ? `/support/lookup?${new URLSearchParams({ q: id })}` : `/${lookUp}/open/${encodeURIComponent(id)}`;
  }

  function go(href: string) {
    onOpenChange(false);
    setTyped("");
    router.push(href);
  }

  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="top-[12dvh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0 sm:p-0 [&>button]:hidden">
        <DialogTitle className="sr-only">{t("open")}</DialogTitle>
        <DialogDescription className="sr-only">{t("placeholder")}</DialogDescription>
        <Command label={t("open")} loop filter={scoreOf}>
          <CommandInput placeholder={t("placeholder")} value={typed} onValueChange={setTyped} className="h-12" />
          <CommandList className="max-h-[60dvh]">
            <CommandEmpty>{t("empty")}</CommandEmpty>
            {isFound ? (
              <CommandGroup>
                <CommandItem forceMount value={`${term} `} onSelect={() => go(addressOf(term))}>
                  <OpenIdentifier id={term} />
                </CommandItem>
              </CommandGroup>
            ) : null}
            {pages.length === 0 ? null : (
              <CommandGroup heading={t("pages")}>
                {pages.map(({ title, href }) => (
                  <CommandItem key={href} value={`${title} ${href}`} onSelect={() => go(href)}>
                    <ArrowRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                    {title}
                  </CommandItem>
                ))}
              </CommandGroup>
            )}
            {kinds.map((kind) => (
              <CommandGroup key={kind} heading={t(`kinds.${kind}`)}>
                {entries
                  .filter((entry) => entry.kind === kind && (kind === "page" || term.length > 1))
                  .map(({ title, hint, href }) => (
                    <CommandItem key={href} value={`${title} ${hint} ${href}`} onSelect={() => go(href)}>
                      <KindIcon kind={kind} />
                      <span className="min-w-0 grow truncate">{title}</span>
                      <span className="max-w-[45%] shrink-0 truncate text-sm text-muted-foreground">{hint}</span>
                    </CommandItem>
                  ))}
              </CommandGroup>
            ))}
            {isUid ? (
              <CommandGroup>
                <CommandItem value={uidMark + term} onSelect={() => go(addressOf(term))}>
                  <OpenIdentifier id={term} />
                </CommandItem>
              </CommandGroup>
            ) : null}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

function OpenIdentifier({ id }: { id: string }) {
  const t = useTranslations("shell.palette");
  return (
    <>
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 truncate">{t("openId", { id })}</span>
    </>
  );
}

function KindIcon({ kind }: { kind: DocsEntry["kind"] }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
}

/** What the documentation holds; nothing until it is there, and where it cannot be had. */
function useDocsEntries(): readonly DocsEntry[] {
  const [language] = useLanguage();
  const [entries, setEntries] = useState<readonly DocsEntry[]>([]);
  useEffect(() => {
    const asked = new AbortController();
    fetch(`/docs/search.json?${new URLSearchParams({ language })}`, { signal: asked.signal })
      .then(async (response) => (response.ok ? setEntries((await response.json()) as DocsEntry[]) : undefined))
      .catch(() => undefined);
    return () => asked.abort();
  }, [language]);
  return entries;
}
