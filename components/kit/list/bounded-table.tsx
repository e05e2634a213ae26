"use client";

import { SearchX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { NothingSoFar, SearchLimitNotice } from "#components/kit/list/search-limit-notice.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";

interface Page<Row> {
  rows: readonly Row[];
  older: string | null;
  newer: string | null;
  /** How far a list was examined that reads a bounded number of rows. */
  lookedTo?: Date | null;
}

/**
 * The table of a list. If its page ended before it was full (lib/platform/lists/bounded-pages.ts), it says how far it looked and links to the rest.
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
