"use client";

import { useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import { BoundedTable } from "#components/portal/bounded-table.tsx";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { Money } from "#components/portal/figures.tsx";
import { ChoiceFilter, FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { productFilters, productsQuery } from "#components/products/queries.ts";
import type { ProductRowData } from "#components/products/queries.ts";
import { useProductNames } from "#components/products/use-product-names.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { productTypeNames } from "#lib/catalogue.ts";
import { eurosFromCents } from "#lib/money.ts";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<ProductRowData>();
const idOf = ({ id }: ProductRowData) => id;
const longestSearch = 128;

/** The catalogue of an environment. */
export function ProductList({ environment }: { environment: Environment }) {
  const t = useTranslations("products");
  const { nameType } = useProductNames();
  const filters = useListFilters(productFilters);
  const { values, setFilters } = filters;
  const query = useQuery(productsQuery(environment, values));
  const columns = useProductColumns();
  return (
    <>
      <FilterBar isFiltered={filters.isFiltered} clear={filters.clear}>
        <SearchFilter
          label={t("filters.searchLabel")}
          placeholder={t("filters.searchPlaceholder")}
          value={values.search ?? ""}
          onChange={(search) => setFilters({ search: search.slice(0, longestSearch) || null })}
        />
        <ChoiceFilter
          label={t("filters.type")}
          choices={productTypeNames.map((value) => ({ value, label: nameType(value) }))}
          value={values.type ?? []}
          onChange={(type) => setFilters({ type })}
        />
      </FilterBar>
      <BoundedTable
        label={t("title")}
        columns={columns}
        query={query}
        idOf={idOf}
        hrefOf={({ id }) => `/${environment}/products/${id}`}
        filters={filters}
        noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
        nothing={<NoProducts />}
      />
    </>
  );
}

function useProductColumns() {
  const t = useTranslations("products");
  const { nameType } = useProductNames();
  return useMemo(
    () => [
      column.accessor("title", {
        header: t("columns.title"),
        cell: ({ row: { original } }) => (
          <span title={original.title}>
            {original.title}
            {original.isHidden ? (
              <Badge tone="outline" className="ml-2">
                {t("hidden")}
              </Badge>
            ) : null}
          </span>
        ),
        meta: { grows: true },
      }),
      column.accessor("productType", {
        header: t("columns.type"),
        cell: (cell) => <Badge>{nameType(cell.getValue())}</Badge>,
      }),
      column.accessor("brand", {
        header: t("columns.model"),
        cell: ({ row: { original } }) => (
          <span
            className="block max-w-56 truncate max-sm:max-w-none max-sm:whitespace-normal"
            title={`${original.brand} ${original.model}`}
          >
            {original.brand} {original.model}
          </span>
        ),
      }),
      column.accessor("uid", {
        header: t("columns.uid"),
        cell: (cell) => (
          <code className="block max-w-72 truncate font-mono text-sm max-sm:max-w-none max-sm:whitespace-normal" title={cell.getValue()}>
            {cell.getValue()}
          </code>
        ),
      }),
      column.accessor("valueExclCents", {
        header: t("columns.value"),
        cell: (cell) => <Money euros={eurosFromCents(cell.getValue())} />,
        meta: { align: "right" },
      }),
      column.accessor("createdAt", { header: t("columns.created"), cell: (cell) => <TimeStamp at={cell.getValue()} as="day" /> }),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names change with the language, and t with them
    [t],
  );
}

function NoProducts() {
  const t = useTranslations("products");
  return (
    <EmptyState
      icon={Package}
      title={t("emptyTitle")}
      action={
        <Button asChild variant="outline">
          <Link href="/docs/reference/products">{t("emptyAction")}</Link>
        </Button>
      }
    >
      {t("empty")}
    </EmptyState>
  );
}
