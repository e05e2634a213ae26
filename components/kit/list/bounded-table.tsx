"use client";

import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";

interface Page<Row> {
  rows: readonly Row[];
  older: string | null;
  newer: string | null;
  /** How far a list was examined that reads a bounded number of rows. */
  lookedTo?: Date | null;
}

/**
 * The table of a list. If its page ended before it was full (lib/platform/lists/paging.ts), it says how far it looked and links to the rest.
 */
export function BoundedTable<Row extends object>({
  query,
  filters: { values, isFiltered, isPaged, go },
  texts,
  nothing,
  isNewestFirst,
  ...table
}: Pick<ComponentProps<typeof DataTable<Row>>, "columns" | "query" | "idOf" | "hrefOf" | "preview" | "isPaused" | "sayNew"> &
  Pick<ComponentProps<typeof Pager>, "isNewestFirst"> & {
    query: { data: Page<Row> | undefined };
    filters: {
      values: { before: string | null; after: string | null };
      isFiltered: boolean;
      isPaged: boolean;
      go: ComponentProps<typeof Pager>["go"];
    };
    /** The translations of the list: its title, and what it says if a filter matches nothing. */
    texts: (key: "title" | "noMatchTitle" | "noMatch") => string;
    /** An EmptyState for a list without any rows. */
    nothing: ReactNode;
  }) {
  const { rows, older = null, newer = null, lookedTo = null } = query.data ?? {};
  const isBack = values.before === null && values.after !== null;
  const onward = isBack ? newer : older;
  const unfiltered = isFiltered ? (
    <EmptyState icon={SearchX} title={texts("noMatchTitle")}>
      {texts("noMatch")}
    </EmptyState>
  ) : (
    nothing
  );
  return (
    <DataTable
      {...table}
      label={texts("title")}
      rows={rows}
      query={query}
      empty={
        lookedTo !== null && onward !== null ? (
          <NothingSoFar at={lookedTo} onGoOn={() => go(isBack ? { after: onward } : { before: onward })} />
        ) : (
          unfiltered
        )
      }
      pager={
        <>
          {lookedTo === null || rows?.length === 0 ? null : <SearchLimitNotice at={lookedTo} />}
          <Pager page={query.data} isPaged={isPaged} go={go} isNewestFirst={isNewestFirst} />
        </>
      }
    />
  );
}

/** Nothing was found in the examined part of the list: how far it goes, and a button that continues. */
function NothingSoFar({ at, onGoOn }: { at: string | Date; onGoOn: () => void }) {
  const t = useTranslations("common.lookedTo");
  return (
    <EmptyState
      icon={SearchX}
      title={t("title")}
      action={
        <Button variant="outline" onClick={onGoOn}>
          {t("action")}
        </Button>
      }
    >
      {t.rich("empty", { count: maxExamined, day: () => <TimeStamp at={at} as="day" focusable /> })}
    </EmptyState>
  );
}

/** Explains why a page is not full although the list continues. */
function SearchLimitNotice({ at }: { at: string | Date }) {
  const t = useTranslations("common.lookedTo");
  return (
    <p className="border-t px-4 py-2 text-sm text-muted-foreground sm:px-5">
      {t.rich("partial", { count: maxExamined, day: () => <TimeStamp at={at} as="day" focusable /> })}
    </p>
  );
}
