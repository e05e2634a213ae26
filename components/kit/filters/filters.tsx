"use client";

import { ChevronDown, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useEffect, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { cutKeys } from "#lib/keys/rules/cut-keys.ts";

const load = () => import("#components/kit/filters/filter-popover.tsx");
const ChoiceList = lazy(() => load().then((module) => ({ default: module.ChoiceList })));

/** A filter of several fields or choices, which `children` are. */
export const FilterPopover = onDemand(() => load().then((module) => module.FilterPopover), "dialog");

/** Holds the filters of a list, takes them all away, and says which of the address were left out, as nothing can be meant by them. */
export function FilterBar({
  isFiltered,
  clear,
  unread,
  children,
}: {
  isFiltered: boolean;
  clear: () => void;
  unread: readonly string[];
  children: ReactNode;
}) {
  const t = useTranslations("common");
  const bar = (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      {children}
      {isFiltered ? (
        <Button variant="ghost" size="sm" onClick={clear}>
          <X aria-hidden />
          {t("clearFilters")}
        </Button>
      ) : null}
    </search>
  );
  if (unread.length === 0) return bar;
  return (
    <>
      {bar}
      <output className="mb-3 block">
        <Alert tone="warning">{t("ignoredFilters", { count: unread.length, names: unread.join(", ") })}</Alert>
      </output>
    </>
  );
}

/** Searches as one types, a moment after the last letter. A whole key does not belong into an address: it is cut, and seen to be. */
export function SearchFilter({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}) {
  const [text, setText] = useState(() => cutKeys(value));
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value.trim());
  const wanted = text.trim();
  if (known !== value) {
    setKnown(value);
    // The address changed otherwise than by what was typed: by the back button, or because all filters were taken away.
    if (value.trim() !== sent) {
      setSent(value.trim());
      setText(cutKeys(value));
    }
  }
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted);
    }, 300);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- only what is typed sets the timer
  }, [wanted]);
  return (
    <div className={cn("relative w-full sm:w-72", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        className="h-8 pl-8.5 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => setText(cutKeys(event.target.value))}
      />
    </div>
  );
}

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A second line, or what the choice is also found by. */
  hint?: string;
}

export interface ChoiceFilterProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: readonly Value[];
  /** Null where none is chosen any more. */
  onChange: (value: Value[] | null) => void;
}

/** Some of several choices. Long lists can be searched. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const t = useTranslations("common");
  const { label, choices, value, onChange } = props;
  const chosen = choices.filter((choice) => value.includes(choice.value)).map((choice) => choice.label);
  const text = chosen.length > 2 ? t("chosen", { count: chosen.length }) : chosen.join(", ");
  return (
    <FilterPopover trigger={<FilterTrigger label={label} chosen={text} />} label={label} isPlain>
      <ChoiceList label={label} choices={choices} value={value} onChange={onChange as (value: string[] | null) => void} />
    </FilterPopover>
  );
}

/** What opens a filter: its name, and what is chosen. */
export function FilterTrigger({ label, chosen, ...props }: ComponentProps<"button"> & { label: string; chosen: string }) {
  return (
    <Button variant="outline" size="sm" className={cn("max-w-full font-normal", chosen !== "" && "border-ring bg-accent")} {...props}>
      <span className="text-muted-foreground">{label}</span>
      {chosen === "" ? null : <span className="max-w-60 truncate font-medium">{chosen}</span>}
      <ChevronDown aria-hidden className="text-muted-foreground" />
    </Button>
  );
}
