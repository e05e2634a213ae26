import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { change, remove } from "#lib/insurance/products/change.ts";
import { changeProduct, deleteProduct, readProduct } from "#lib/insurance/products/endpoints.ts";
import { read } from "#lib/insurance/products/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readProduct, (ctx, { params }) => read(ctx, params.productId)),
  handle(changeProduct, (ctx, { params, body }) => change(ctx, params.productId, body)),
  handle(deleteProduct, (ctx, { params }) => remove(ctx, params.productId)),
);
