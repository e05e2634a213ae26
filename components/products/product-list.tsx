"use client";

import { useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { Money } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { productParsers, productsQuery } from "#components/products/queries.ts";
import { useProductNames } from "#components/products/use-product-names.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { productFilters } from "#lib/insurance/products/list-filters.ts";
import type { ProductRow } from "#lib/insurance/products/list.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

const idOf = ({ id }: ProductRow) => id;

export function ProductList() {
  const environment = useEnvironment();
  const t = useTranslations("products");
  const { nameType } = useProductNames();
  const filters = useListFilters(productParsers);
  const query = useQuery(productsQuery(environment, filters.values));
  const columns = useProductColumns();
  return (
    <ResourceList
      texts={t}
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
      nothing={<NoProducts />}
    />
  );
}

function useProductColumns(): Column<ProductRow>[] {
  const t = useTranslations("products");
  const { nameType } = useProductNames();
  return [
    {
      key: "title",
      header: t("columns.title"),
      cell: ({ title, isHidden }) => (
        <span title={title}>
          {title}
          {isHidden ? (
            <Badge tone="outline" className="ml-2">
              {t("hidden")}
            </Badge>
          ) : null}
        </span>
      ),
      grows: true,
    },
    { key: "productType", header: t("columns.type"), cell: ({ productType }) => <Badge>{nameType(productType)}</Badge>, phone: "end" },
    {
      key: "brand",
      header: t("columns.model"),
      cell: ({ brand, model }) => (
        <span className="block max-w-56 truncate max-sm:max-w-none max-sm:whitespace-normal" title={`${brand} ${model}`}>
          {`${brand} ${model}`}
        </span>
      ),
      phone: "below",
    },
    {
      key: "uid",
      header: t("columns.uid"),
      cell: ({ uid }) => (
        <code className="block max-w-72 truncate font-mono text-sm max-sm:max-w-none max-sm:whitespace-normal" title={uid}>
          {uid}
        </code>
      ),
      from: "wide",
    },
    {
      key: "valueExclCents",
      header: t("columns.value"),
      cell: ({ valueExclCents }) => <Money euros={eurosFromCents(valueExclCents)} />,
      align: "right",
      phone: "belowEnd",
    },
    { key: "createdAt", header: t("columns.created"), cell: ({ createdAt }) => <TimeStamp at={createdAt} as="day" /> },
  ];
}

function NoProducts() {
  const t = useTranslations("products");
  return (
    <EmptyState
      icon={Package}
      texts={t}
      action={
        <LinkButton variant="outline" href="/docs/reference/products">
          {t("emptyAction")}
        </LinkButton>
      }
    />
  );
}
