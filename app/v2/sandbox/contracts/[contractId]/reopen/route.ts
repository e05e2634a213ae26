import { reopenSandboxContract } from "#lib/developer/sandbox/endpoints.ts";
import { reopenContract } from "#lib/developer/sandbox/reopen.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(reopenSandboxContract, (ctx, { params, body }) => reopenContract(ctx, params.contractId, body)),
);
