import type { inferParserType } from "nuqs/server";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { productFilters } from "#lib/products/list-filters.ts";
import type { CoverRow, ProductRow } from "#lib/products/list.ts";

export type ProductRowData = Wire<ProductRow>;
export type CoverRowData = Wire<CoverRow>;

export const productParsers = parsersOf(productFilters);

export const coverFilters = {};

type Cursor = inferParserType<typeof cursorParsers>;

export const productsQuery = (environment: Environment, asked: inferParserType<typeof productParsers> & Cursor) =>
  get("/[environment]/products", { params: { environment }, query: asked }, liveList);

export const productQuery = (environment: Environment, productId: string) =>
  get("/[environment]/products/[productId]", { params: { environment, productId } }, live);

export const coversQuery = (environment: Environment, productId: string, asked: Cursor) =>
  get("/[environment]/products/[productId]/covers", { params: { environment, productId }, query: asked }, liveList);
