import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { readClaimRequirements } from "#lib/insurance/claims/endpoints.ts";
import { requirements } from "#lib/insurance/claims/requirements.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readClaimRequirements, (ctx, { query }) => requirements(ctx, query)),
);
