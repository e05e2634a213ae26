import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { createForContract } from "#lib/insurance/claim-links/create.ts";
import { createContractClaimLink, listContractClaimLinks } from "#lib/insurance/claim-links/endpoints.ts";
import { listOfContract } from "#lib/insurance/claim-links/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listContractClaimLinks, (ctx, { params }) => listOfContract(ctx, params.contractId)),
  handle(createContractClaimLink, (ctx, { params, body }) => createForContract(ctx, params.contractId, body)),
);
