import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { readRenter } from "#lib/insurance/renters/endpoints.ts";
import { read } from "#lib/insurance/renters/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(readRenter, (ctx, { params }) => read(ctx, params.renterId)));
