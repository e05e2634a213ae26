import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { attach } from "#lib/insurance/renters/attach.ts";
import { attachRenter, listRenters } from "#lib/insurance/renters/endpoints.ts";
import { list } from "#lib/insurance/renters/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listRenters, (ctx) => list(ctx)),
  handle(attachRenter, (ctx, { body }) => attach(ctx, body)),
);
