"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FilterLabels } from "#components/kit/filters/choices-named.ts";
import { ListFilters } from "#components/kit/filters/list-filters.tsx";
import { BoundedTable } from "#components/kit/list/bounded-table.tsx";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

export interface FiltersInAddress {
  values: Readonly<Record<string, unknown>> & { before: string | null; after: string | null };
  setFilters: (changes: Record<string, unknown>) => void;
  clear: () => void;
  isFiltered: boolean;
  isPaged: boolean;
  unread: readonly string[];
  go: ComponentProps<typeof BoundedTable>["filters"]["go"];
}

/** A list page: filter bar, table, empty states and pager. */
export function ResourceList<Declared extends Filters, Row extends object>({
  declared,
  words,
  filters,
  actions,
  ...table
}: {
  /** The filters' declaration; their state is the result of `useListFilters`. */
  declared: Declared;
  words: { readonly [Name in keyof Declared]: FilterLabels };
  filters: FiltersInAddress;
  /** Actions on the found rows. */
  actions?: ReactNode;
} & Omit<ComponentProps<typeof BoundedTable<Row>>, "filters">) {
  return (
    <>
      <ListFilters
        filters={declared}
        words={words}
        values={filters.values}
        set={filters.setFilters}
        clear={filters.clear}
        isFiltered={filters.isFiltered}
        unread={filters.unread}
        actions={actions}
      />
      <BoundedTable {...table} filters={filters} />
    </>
  );
}
