"use client";

import { Search } from "lucide-react";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { Outcome } from "#components/portal/outcome.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { cutKeys } from "#lib/keys/rules/cut-keys.ts";

/** One box for an identifier, asked for by Enter; a whole key does not belong into an address, and is cut. */
export function TermForm({
  term,
  found,
  label,
  placeholder,
  confirm,
  onAsk,
}: {
  term: string;
  /** How many things it names; undefined while that is not known. */
  found: number | undefined;
  label: string;
  placeholder: string;
  confirm: string;
  onAsk: (term: string) => void;
}) {
  const [text, setText] = useState(term);
  const [known, setKnown] = useState(term);
  // The address has changed, perhaps by the back button.
  if (known !== term) {
    setKnown(term);
    setText(term);
  }
  function ask(event: SyntheticEvent) {
    event.preventDefault();
    onAsk(cutKeys(text.trim()));
  }
  return (
    <search className="mb-5 block">
      <form className="flex max-w-3xl gap-2" onSubmit={ask}>
        <div className="relative min-w-0 flex-1">
          <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted-foreground" />
          <Input
            type="search"
            aria-label={label}
            placeholder={placeholder}
            value={text}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className="h-11 pl-10 font-mono placeholder:font-sans"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" size="lg">
          {confirm}
        </Button>
      </form>
      <Outcome asked={term} count={term === "" ? undefined : found} />
    </search>
  );
}
