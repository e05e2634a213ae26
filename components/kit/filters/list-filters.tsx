"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { choicesNamed } from "#components/kit/filters/choices-named.ts";
import type { FilterLabels } from "#components/kit/filters/choices-named.ts";
import type { Choice } from "#components/kit/filters/filter-popover.tsx";
import { ChoiceFilter, FilterBar, OneChoiceFilter, SearchFilter } from "#components/kit/filters/filters.tsx";
import { DayFilter, TimeFilter } from "#components/kit/filters/time-filter.tsx";
import { ViewTabs } from "#components/kit/list/pager.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Filter, Filters } from "#lib/platform/lists/portal-lists.ts";
import { maxSearchLength } from "#lib/platform/text/characters.ts";

const isTyped = (typed: string) => typed !== "";

interface Props<Declared extends Filters> {
  filters: Declared;
  words: { readonly [Name in keyof Declared]: FilterLabels };
  values: Readonly<Record<string, unknown>>;
  set: (changes: Record<string, unknown>) => void;
  clear: () => void;
  isFiltered: boolean;
  unread: readonly string[];
  /** Actions on the found rows, beside the tabs or else the filters. */
  actions?: ReactNode;
}

/** The filters of a list from their declaration: its tabs, then on one line a control for each in declared order. */
export function ListFilters<Declared extends Filters>({
  filters,
  words,
  values,
  set,
  clear,
  isFiltered,
  unread,
  actions,
}: Props<Declared>) {
  const visible = Object.entries<Filter>(filters)
    .map(([name, filter]) => ({ name, filter, word: words[name] as FilterLabels }))
    .filter(({ word }) => word.isHidden !== true);
  const hasTabs = visible.some(({ word }) => word.tabs !== undefined);
  return (
    <>
      {visible.map(({ name, filter, word }) =>
        word.tabs === undefined ? null : (
          <ViewTabs
            key={name}
            label={word.label}
            views={[
              ...(word.tabs.all === undefined ? [] : [{ value: null, label: word.tabs.all }]),
              ...(word.tabs.values ?? ("values" in filter ? filter.values : [])).map((value) => ({ value, label: labelFor(word, value) })),
            ]}
            value={one(values[name])}
            onChange={(value) => set({ [name]: value === null || filter.kind === "choice" ? value : [value] })}
          >
            {actions}
          </ViewTabs>
        ),
      )}
      <FilterBar isFiltered={isFiltered} clear={clear} unread={unread.map((name) => words[name]?.label ?? name)}>
        {visible.map(({ name, filter, word }) => (
          <Control key={name} name={name} filter={filter} word={word} values={values} set={set} />
        ))}
        {hasTabs ? null : <span className="ml-auto flex items-center gap-2">{actions}</span>}
      </FilterBar>
      <NamedChoices visible={visible} values={values} set={set} />
    </>
  );
}

/** Offers the filters whose choice somebody searches by its name: a search looks for no states. */
function NamedChoices({
  visible,
  values,
  set,
}: { visible: { name: string; filter: Filter; word: FilterLabels }[] } & Pick<Props<Filters>, "values" | "set">) {
  const t = useTranslations("common.namedChoices");
  const search = visible.find(({ filter }) => filter.kind === "search")?.name;
  if (search === undefined) return null;
  const named = choicesNamed(text(values[search]) ?? "", visible);
  if (named.length === 0) return null;
  return (
    <p className="mb-2 flex flex-wrap items-center gap-1.5 text-sm text-muted-foreground">
      {t("instead")}
      {named.map(({ filter, choice, change }) => (
        <Button key={`${filter} ${choice}`} variant="outline" size="sm" onClick={() => set({ [search]: null, ...change })}>
          {t("choice", { filter, choice })}
        </Button>
      ))}
    </p>
  );
}

function Control({
  name,
  filter,
  word,
  values,
  set,
}: { name: string; filter: Filter; word: FilterLabels } & Pick<Props<Filters>, "values" | "set">) {
  const value = values[name];
  switch (filter.kind) {
    case "search":
      return (
        <SearchFilter
          label={word.label}
          placeholder={word.placeholder ?? ""}
          value={typeof value === "string" ? value : ""}
          onChange={(search) => set({ [name]: search.slice(0, maxSearchLength) || null })}
          className="sm:w-auto sm:max-w-80 sm:min-w-48 sm:flex-1"
        />
      );
    case "text":
      return (
        <OneChoiceFilter
          label={word.label}
          choices={counted(word, word.choices ?? [])}
          value={typeof value === "string" ? value : null}
          onChange={(chosen) => set({ [name]: chosen })}
          {...(word.isClosed !== true && { accepts: filter.form === undefined ? isTyped : (typed) => filter.form?.test(typed) === true })}
          {...(word.placeholder !== undefined && { placeholder: word.placeholder })}
        />
      );
    case "choice":
      if (word.tabs !== undefined) return null;
      return (
        <OneChoiceFilter
          label={word.label}
          choices={counted(word, choicesOf(word, filter.values))}
          value={typeof value === "string" ? value : null}
          onChange={(chosen) => set({ [name]: chosen })}
        />
      );
    case "choices":
    case "several":
      if (word.tabs !== undefined && word.tabs.others === undefined) return null;
      return (
        <ChoiceFilter
          label={word.tabs?.others ?? word.label}
          choices={counted(word, word.choices ?? choicesOf(word, filter.kind === "choices" ? filter.values : []))}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={(chosen) => set({ [name]: chosen })}
        />
      );
    case "boolean":
      return (
        <OneChoiceFilter
          label={word.label}
          choices={["false", "true"].map((choice) => ({ value: choice, label: labelFor(word, choice) }))}
          value={typeof value === "boolean" ? String(value) : null}
          onChange={(chosen) => set({ [name]: chosen === null ? null : chosen === "true" })}
        />
      );
    case "day":
      return <DayFilter label={word.label} day={text(value)} onChange={(day) => set({ [name]: day })} clockOffsetMs={word.clockOffsetMs} />;
    case "from":
      return (
        <TimeFilter
          label={word.label}
          from={text(values["from"])}
          to={text(values["to"])}
          onChange={(range) => set({ ...range })}
          isOfPast={word.isOfFuture !== true}
          clockOffsetMs={word.clockOffsetMs ?? 0}
        />
      );
    case "to":
      // Set together with "from".
      return null;
  }
}

function choicesOf(word: FilterLabels, values: readonly string[]): Choice<string>[] {
  return values.map((value) => ({ value, label: labelFor(word, value), ...(word.hintOf && { hint: word.hintOf(value) }) }));
}

/** Choices with their counts, the most frequent first; also those that rows have and nobody declared. */
function counted({ counts }: FilterLabels, choices: readonly Choice<string>[]): readonly Choice<string>[] {
  if (counts === undefined) return choices;
  const others = Object.keys(counts).filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...others.map((value) => ({ value, label: value }))]
    .map((choice) => ({ ...choice, count: counts[choice.value] ?? 0 }))
    .toSorted((a, b) => b.count - a.count);
}

function labelFor({ labelOf }: FilterLabels, value: string): string {
  return labelOf === undefined ? value : labelOf(value);
}

function one(value: unknown): string | null {
  if (typeof value === "string") return value;
  return Array.isArray(value) && typeof value[0] === "string" ? value[0] : null;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
