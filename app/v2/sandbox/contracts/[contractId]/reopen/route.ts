import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { reopenSandboxContract } from "#lib/sandbox/endpoints.ts";
import { reopenContract } from "#lib/sandbox/reopen.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(reopenSandboxContract, (ctx, { params, body }) => reopenContract(ctx, params.contractId, body)),
);
