import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { create } from "#lib/products/change.ts";
import { createProduct, listProducts } from "#lib/products/endpoints.ts";
import { list } from "#lib/products/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listProducts, (ctx, { query }) => list(ctx, query)),
  handle(createProduct, (ctx, { body }) => create(ctx, body)),
);
