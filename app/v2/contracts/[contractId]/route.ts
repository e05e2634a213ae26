import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { amend, end } from "#lib/insurance/contracts/change.ts";
import { amendContract, endContract, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { read } from "#lib/insurance/contracts/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readContract, (ctx, { params }) => read(ctx, params.contractId)),
  handle(amendContract, (ctx, { params, body, query }) => amend(ctx, params.contractId, body, query)),
  handle(endContract, (ctx, { params, body, query }) => end(ctx, params.contractId, body, query)),
);
