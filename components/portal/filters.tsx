"use client";

import { ChevronDown, Search, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { lazy, useEffect, useId, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { cutKeys } from "#lib/keys/rules/format.ts";

const load = () => import("#components/portal/filter-popover.tsx");
const FilterPopover = lazy(() => load().then((module) => ({ default: module.FilterPopover })));
const ChoiceList = lazy(() => load().then((module) => ({ default: module.ChoiceList })));

/** Holds the filters of a list, and takes them all away. */
export function FilterBar({ isFiltered, clear, children }: { isFiltered: boolean; clear: () => void; children: ReactNode }) {
  const t = useTranslations("common");
  return (
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
  const trigger = <FilterTrigger label={label} chosen={chosen.length > 2 ? t("chosen", { count: chosen.length }) : chosen.join(", ")} />;
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <FilterPopover trigger={trigger} label={label} isPlain>
        <ChoiceList label={label} choices={choices} value={value} onChange={onChange as (value: string[] | null) => void} />
      </FilterPopover>
    </OnDemand>
  );
}

const dayOfYear = { day: "numeric", month: "short" } as const;
const fullDay = { ...dayOfYear, year: "numeric" } as const;

/** A stretch of days, both included, as `2027-01-31` in the viewer's zone. */
export function DateRangeFilter({
  label,
  from,
  to,
  onChange,
}: {
  label: string;
  from: string;
  to: string;
  onChange: (range: { from: string | null; to: string | null }) => void;
}) {
  const t = useTranslations("common");
  const format = useFormatter();
  const id = useId();
  const isOfOneYear = from.slice(0, 4) === to.slice(0, 4);
  // A day has no zone: it is the same one everywhere.
  const say = (day: string, form: typeof dayOfYear | typeof fullDay) =>
    day === "" ? "…" : format.dateTime(new Date(day), { ...form, timeZone: "UTC" });
  const chosen = from === "" && to === "" ? "" : `${say(from, isOfOneYear ? dayOfYear : fullDay)} – ${say(to, fullDay)}`;
  const trigger = <FilterTrigger label={label} chosen={chosen} />;
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <FilterPopover trigger={trigger} label={label}>
        <Label htmlFor={`${id}-from`}>{t("from")}</Label>
        <DayInput id={`${id}-from`} day={from} max={to} onChange={(day) => onChange({ from: orNull(day), to: orNull(to) })} />
        <Label htmlFor={`${id}-to`}>{t("to")}</Label>
        <DayInput id={`${id}-to`} day={to} min={from} onChange={(day) => onChange({ from: orNull(from), to: orNull(day) })} />
      </FilterPopover>
    </OnDemand>
  );
}

/** A day of a year from 1000 to 9999, or none: while a year is typed, browsers give 0002, 0020 and 0202, which nobody means. */
const dayOrNone = /^([1-9]\d{3}-\d{2}-\d{2})?$/;

/** Keeps what is typed to itself until it is a day. */
function DayInput({ day, onChange, ...props }: { id: string; day: string; min?: string; max?: string; onChange: (day: string) => void }) {
  return (
    <Input
      type="date"
      defaultValue={day}
      onChange={({ target: { value } }) => {
        if (dayOrNone.test(value)) onChange(value);
      }}
      {...props}
    />
  );
}

function orNull(day: string): string | null {
  return day === "" ? null : day;
}

function FilterTrigger({ label, chosen, ...props }: ComponentProps<"button"> & { label: string; chosen: string }) {
  return (
    <Button variant="outline" size="sm" className={cn("max-w-full font-normal", chosen !== "" && "border-ring bg-accent")} {...props}>
      <span className="text-muted-foreground">{label}</span>
      {chosen === "" ? null : <span className="max-w-48 truncate font-medium">{chosen}</span>}
      <ChevronDown aria-hidden className="text-muted-foreground" />
    </Button>
  );
}
