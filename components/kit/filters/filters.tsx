"use client";

import { ChevronDown, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import type { ChoiceFilterProps, OneChoiceFilterProps } from "#components/kit/filters/filter-popover.tsx";
import { useTypedEarly } from "#components/kit/form/before-hydration.ts";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { cutKeys } from "#lib/platform/log/mask.ts";

const load = () => import("#components/kit/filters/filter-popover.tsx");
const ChoicePopover = onDemand(() => load().then((module) => module.ChoicePopover), "dialog");
const OneChoicePopover = onDemand(() => load().then((module) => module.OneChoicePopover), "dialog");

/** A filter whose fields or choices are its `children`. */
export const FilterPopover = onDemand(() => load().then((module) => module.FilterPopover), "dialog");

/** Contains the filters of a list, a button that clears them, and a notice about invalid filters in the address. */
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
    <search className="mb-2 flex flex-wrap items-center gap-1.5">
      {children}
      {isFiltered ? (
        <Button variant="ghost" size="sm" onClick={clear} icon={X}>
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

/** Searches shortly after the last keystroke. A whole key must not get into an address, so it is visibly cut. */
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
  const [lastValue, setKnown] = useState(value);
  const [submitted, setSent] = useState(value.trim());
  const input = useRef<HTMLInputElement>(null);
  useTypedEarly(input, (typed) => setText(cutKeys(typed)));
  const wanted = text.trim();
  if (lastValue !== value) {
    setKnown(value);
    // The address changed by something else than typing, such as the back button or clearing the filters.
    if (value.trim() !== submitted) {
      setSent(value.trim());
      setText(cutKeys(value));
    }
  }
  useEffect(() => {
    if (wanted === submitted) return;
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
        ref={input}
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

/** A filter of several choices; long lists can be searched. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const t = useTranslations("common");
  const { label, choices, value, onChange } = props;
  const chosen = choices.filter((choice) => value.includes(choice.value)).map((choice) => choice.label);
  const text = chosen.length > 2 ? t("chosen", { count: chosen.length }) : chosen.join(", ");
  return (
    <ChoicePopover
      trigger={<FilterTrigger label={label} chosen={text} />}
      label={label}
      choices={choices}
      value={value}
      onChange={onChange as (value: string[] | null) => void}
    />
  );
}

/** A filter of one choice; choosing it again clears it. */
export function OneChoiceFilter<Value extends string>({ onChange, ...props }: OneChoiceFilterProps<Value>) {
  const { label, choices, value } = props;
  const chosen = value === null ? "" : (choices.find((choice) => choice.value === value)?.label ?? value);
  return (
    <OneChoicePopover
      {...props}
      trigger={<FilterTrigger label={label} chosen={chosen} />}
      onChange={onChange as (value: string | null) => void}
    />
  );
}

export function FilterTrigger({ label, chosen, ...props }: ComponentProps<"button"> & { label: string; chosen: string }) {
  return (
    <Button variant="outline" size="sm" className={cn("max-w-full font-normal", chosen !== "" && "border-ring bg-accent")} {...props}>
      <span className="text-muted-foreground">{label}</span>
      {chosen === "" ? null : <span className="max-w-60 truncate font-medium">{chosen}</span>}
      <ChevronDown aria-hidden className="text-muted-foreground" />
    </Button>
  );
}
