import { addProducts } from "#lib/contracts/add-products.ts";
import { addContractProducts, removeContractProducts } from "#lib/contracts/endpoints-products.ts";
import { removeProducts } from "#lib/contracts/remove-products.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(addContractProducts, (ctx, { params, body, query }) => addProducts(ctx, params.contractId, body, query)),
  handle(removeContractProducts, (ctx, { params, body, query }) => removeProducts(ctx, params.contractId, body, query)),
);
