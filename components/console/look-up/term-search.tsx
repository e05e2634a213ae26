"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Search, SearchX } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { useTypedEarly } from "#components/kit/form/before-hydration.ts";
import { Outcome } from "#components/kit/list/outcome.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { cutKeys } from "#lib/platform/log/mask.ts";

type Words = Record<"label" | "placeholder" | "confirm" | "emptyTitle" | "empty" | "noneTitle" | "none", string>;

/** A search box that is submitted by Enter, with its results, a "nothing found" message, or the error. */
export function TermSearch<Found>({
  term,
  onAsk,
  query,
  count,
  words,
  icon: Icon,
  children,
}: {
  /** The last submitted term; empty at first. */
  term: string;
  onAsk: (term: string) => void;
  query: Pick<UseQueryResult<Found, unknown>, "data" | "error" | "isPlaceholderData"> & { refetch: () => unknown };
  count: (item: Found) => number;
  words: Words;
  /** Shown before the first search. */
  icon: LucideIcon;
  children: (item: Found) => ReactNode;
}) {
  const { data, error, isPlaceholderData } = query;
  const found = data === undefined || isPlaceholderData ? undefined : count(data);
  return (
    <>
      <search className="mb-5 block">
        <TermForm term={term} words={words} onAsk={onAsk} />
        <Outcome query={term} count={term === "" ? undefined : found} />
      </search>
      {term === "" ? (
        <Card>
          <EmptyState icon={Icon} title={words.emptyTitle}>
            {words.empty}
          </EmptyState>
        </Card>
      ) : data === undefined ? (
        <Card className="p-5">
          {error === null ? <Skeleton className="h-24 w-full" /> : <ErrorState error={error} onRetry={() => void query.refetch()} />}
        </Card>
      ) : count(data) === 0 ? (
        <Card>
          <EmptyState icon={SearchX} title={words.noneTitle}>
            {words.none}
          </EmptyState>
        </Card>
      ) : (
        <div className={cn("grid gap-5 transition-opacity", isPlaceholderData && "opacity-55")}>{children(data)}</div>
      )}
    </>
  );
}

/** A whole key must not get into an address, so it is cut. */
function TermForm({ term, words, onAsk }: { term: string; words: Words; onAsk: (term: string) => void }) {
  const [text, setText] = useState(term);
  const [lastTerm, setKnown] = useState(term);
  const input = useRef<HTMLInputElement>(null);
  useTypedEarly(input, setText);
  // The address has changed, for example by the back button.
  if (lastTerm !== term) {
    setKnown(term);
    setText(term);
  }
  function ask(event: SyntheticEvent) {
    event.preventDefault();
    onAsk(cutKeys(text.trim()));
  }
  return (
    <form className="flex max-w-3xl gap-2" onSubmit={ask}>
      <div className="relative min-w-0 flex-1">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted-foreground" />
        <Input
          ref={input}
          type="search"
          aria-label={words.label}
          placeholder={words.placeholder}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          className="h-11 pl-10 font-mono placeholder:font-sans"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" size="lg">
        {words.confirm}
      </Button>
    </form>
  );
}
