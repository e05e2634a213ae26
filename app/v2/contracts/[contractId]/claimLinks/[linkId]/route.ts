import { revokeContractClaimLink } from "#lib/claim-links/endpoints.ts";
import { revokeOfContract } from "#lib/claim-links/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(revokeContractClaimLink, (ctx, { params }) => revokeOfContract(ctx, params.contractId, params.linkId)),
);
