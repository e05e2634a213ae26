import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { create } from "#lib/insurance/products/change.ts";
import { createProduct, listProducts } from "#lib/insurance/products/endpoints.ts";
import { list } from "#lib/insurance/products/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listProducts, (ctx, { query }) => list(ctx, query)),
  handle(createProduct, (ctx, { body }) => create(ctx, body)),
);
