import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { inferParserType } from "nuqs/server";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import { productTypeNames } from "#lib/catalogue.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import type { CoverRow } from "#lib/products/list-covers.ts";
import type { ProductRow } from "#lib/products/list-for-portal.ts";
import type { ProductDetail } from "#lib/products/read-for-portal.ts";

export type ProductRowData = Wire<ProductRow>;
export type CoverRowData = Wire<CoverRow>;

/** The filters of the list, as the address has them. */
export const productFilters = { search: parseAsString, type: parseAsArrayOf(parseAsStringLiteral(productTypeNames)) };

/** The covers of a product have none. */
export const coverFilters = {};

type Cursor = inferParserType<typeof cursorParsers>;

export const productsQuery = (environment: Environment, asked: inferParserType<typeof productFilters> & Cursor) =>
  queryOptions({
    queryKey: ["products", environment, "list", asked],
    queryFn: ({ signal }) => getJson<Wire<BoundedPage<ProductRow>>>(`/${environment}/products`, asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

export const productQuery = (environment: Environment, productId: string) =>
  queryOptions({
    queryKey: ["products", environment, "one", productId],
    queryFn: ({ signal }) => getJson<Wire<ProductDetail>>(`/${environment}/products/${encodeURIComponent(productId)}`, {}, signal),
    ...live,
  });

export const coversQuery = (environment: Environment, productId: string, asked: Cursor) =>
  queryOptions({
    queryKey: ["products", environment, "covers", productId, asked],
    queryFn: ({ signal }) =>
      getJson<Wire<ListPage<CoverRow>>>(`/${environment}/products/${encodeURIComponent(productId)}/covers`, asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });
