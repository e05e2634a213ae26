import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { submit } from "#lib/insurance/claims/change.ts";
import { submitClaim } from "#lib/insurance/claims/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(submitClaim, (ctx, { params }) => submit(ctx, params.id)));
