import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { readClaimRequirements } from "#lib/insurance/claims/endpoints.ts";
import { requirements } from "#lib/insurance/claims/requirements.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readClaimRequirements, (ctx, { query }) => requirements(ctx, query)),
);
