import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { productFilters } from "#lib/products/list-filters.ts";
import type { CoverRow, ProductRow } from "#lib/products/list.ts";

export type ProductRowData = Wire<ProductRow>;
export type CoverRowData = Wire<CoverRow>;

export const productParsers = parsersOf(productFilters);

export const coverFilters = {};

type Cursor = inferParserType<typeof cursorParsers>;

export const productsQuery = (environment: Environment, asked: inferParserType<typeof productParsers> & Cursor) =>
  queryOptions({
    queryKey: ["products", environment, "list", asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/products", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const productQuery = (environment: Environment, productId: string) =>
  queryOptions({
    queryKey: ["products", environment, "one", productId],
    queryFn: ({ signal }) => api("GET", "/[environment]/products/[productId]", { params: { environment, productId }, signal }),
    ...live,
  });

export const coversQuery = (environment: Environment, productId: string, asked: Cursor) =>
  queryOptions({
    queryKey: ["products", environment, "covers", productId, asked],
    queryFn: ({ signal }) =>
      api("GET", "/[environment]/products/[productId]/covers", { params: { environment, productId }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });
