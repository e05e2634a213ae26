import type { inferParserType } from "nuqs/server";
import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { productFilters } from "#lib/insurance/products/list-filters.ts";
import type { CoverRow, ProductRow } from "#lib/insurance/products/list.ts";
import type { Environment } from "#lib/platform/environments.ts";

export type ProductRowData = ProductRow;
export type CoverRowData = CoverRow;

export const productParsers = parsersOf(productFilters);

export const coverFilters = {};

type Cursor = inferParserType<typeof cursorParsers>;

export const productsQuery = (environment: Environment, query: inferParserType<typeof productParsers> & Cursor) =>
  trpc.products.list.queryOptions({ environment, ...query }, liveList);

export const productQuery = (environment: Environment, productId: string) =>
  trpc.products.read.queryOptions({ environment, productId }, live);

export const coversQuery = (environment: Environment, productId: string, query: Cursor) =>
  trpc.products.covers.queryOptions({ environment, productId, ...query }, liveList);
