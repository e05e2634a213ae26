import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { revokeContractClaimLink } from "#lib/insurance/claim-links/endpoints.ts";
import { revokeOfContract } from "#lib/insurance/claim-links/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(revokeContractClaimLink, (ctx, { params }) => revokeOfContract(ctx, params.contractId, params.linkId)),
);
