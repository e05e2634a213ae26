import { amend, end } from "#lib/contracts/change.ts";
import { amendContract, endContract, readContract } from "#lib/contracts/endpoints.ts";
import { read } from "#lib/contracts/read.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readContract, (ctx, { params }) => read(ctx, params.contractId)),
  handle(amendContract, (ctx, { params, body, query }) => amend(ctx, params.contractId, body, query)),
  handle(endContract, (ctx, { params, body, query }) => end(ctx, params.contractId, body, query)),
);
