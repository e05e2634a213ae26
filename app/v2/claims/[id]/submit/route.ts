import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { submit } from "#lib/insurance/claims/change.ts";
import { submitClaim } from "#lib/insurance/claims/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(submitClaim, (ctx, { params }) => submit(ctx, params.id)));
