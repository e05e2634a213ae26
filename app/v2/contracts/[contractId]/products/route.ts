import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { addProducts, removeProducts } from "#lib/insurance/contracts/change.ts";
import { addContractProducts, removeContractProducts } from "#lib/insurance/contracts/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(addContractProducts, (ctx, { params, body, query }) => addProducts(ctx, params.contractId, body, query)),
  handle(removeContractProducts, (ctx, { params, body, query }) => removeProducts(ctx, params.contractId, body, query)),
);
