import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { createContract, listContracts } from "#lib/insurance/contracts/endpoints.ts";
import { list } from "#lib/insurance/contracts/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listContracts, (ctx, { query }) => list(ctx, query)),
  handle(createContract, (ctx, { body, query }) => create(ctx, body, query)),
);
