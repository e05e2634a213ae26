import { addProducts, removeProducts } from "#lib/contracts/change.ts";
import { addContractProducts, removeContractProducts } from "#lib/contracts/endpoints.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(addContractProducts, (ctx, { params, body, query }) => addProducts(ctx, params.contractId, body, query)),
  handle(removeContractProducts, (ctx, { params, body, query }) => removeProducts(ctx, params.contractId, body, query)),
);
