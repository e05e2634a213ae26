import { createForContract } from "#lib/claim-links/create.ts";
import { createContractClaimLink, listContractClaimLinks } from "#lib/claim-links/endpoints.ts";
import { listOfContract } from "#lib/claim-links/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listContractClaimLinks, (ctx, { params }) => listOfContract(ctx, params.contractId)),
  handle(createContractClaimLink, (ctx, { params, body }) => createForContract(ctx, params.contractId, body)),
);
