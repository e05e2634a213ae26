import { readClaimRequirements } from "#lib/claims/endpoints.ts";
import { requirements } from "#lib/claims/requirements.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readClaimRequirements, (ctx, { query }) => requirements(ctx, query)),
);
