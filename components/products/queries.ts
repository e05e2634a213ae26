import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { productFilters } from "#lib/insurance/products/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const productParsers = parsersOf(productFilters);

export const coverFilters = {};

export const productsQuery = (environment: Environment, query: ListQuery<typeof productParsers>) =>
  trpc.products.list.queryOptions({ environment, ...query }, liveList);

export const productQuery = (environment: Environment, productId: string) =>
  trpc.products.read.queryOptions({ environment, productId }, live);

export const coversQuery = (environment: Environment, productId: string, query: ListQuery) =>
  trpc.products.covers.queryOptions({ environment, productId, ...query }, liveList);
