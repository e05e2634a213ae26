"use client";

import { useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { Money } from "#components/portal/figures.tsx";
import { ResourceList } from "#components/portal/resource-list.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { productParsers, productsQuery } from "#components/products/queries.ts";
import type { ProductRowData } from "#components/products/queries.ts";
import { useProductNames } from "#components/products/use-product-names.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ProductType } from "#lib/catalogue.ts";
import { eurosFromCents } from "#lib/money.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { productFilters } from "#lib/products/list-filters.ts";

const column = describeColumns<ProductRowData>();
const idOf = ({ id }: ProductRowData) => id;

export function ProductList({ environment }: { environment: Environment }) {
  const t = useTranslations("products");
  const { nameType } = useProductNames();
  const filters = useListFilters(productParsers);
  const query = useQuery(productsQuery(environment, filters.values));
  const columns = useProductColumns();
  return (
    <ResourceList
      label={t("title")}
      declared={productFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.searchLabel"), placeholder: t("filters.searchPlaceholder") },
        type: { label: t("filters.type"), labelOf: (type) => nameType(type as ProductType) },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={({ id }) => `/${environment}/products/${id}`}
      noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
      nothing={<NoProducts />}
    />
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
        meta: { phone: "end" },
      }),
      column.accessor("brand", {
        header: t("columns.model"),
        cell: ({ row: { original } }) => (
          <span
            className="block max-w-56 truncate max-sm:max-w-none max-sm:whitespace-normal"
            title={`${original.brand} ${original.model}`}
          >
            {`${original.brand} ${original.model}`}
          </span>
        ),
        meta: { phone: "below" },
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
        meta: { align: "right", phone: "belowEnd" },
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
