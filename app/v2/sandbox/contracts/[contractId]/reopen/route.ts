import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { reopenSandboxContract } from "#lib/developer/sandbox/endpoints.ts";
import { reopenContract } from "#lib/developer/sandbox/reopen.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(reopenSandboxContract, (ctx, { params, body }) => reopenContract(ctx, params.contractId, body)),
);
