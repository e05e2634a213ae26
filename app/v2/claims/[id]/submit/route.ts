import { submit } from "#lib/claims/change.ts";
import { submitClaim } from "#lib/claims/endpoints.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(submitClaim, (ctx, { params }) => submit(ctx, params.id)));
