import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { listStatements } from "#lib/insurance/statements/endpoints.ts";
import { list } from "#lib/insurance/statements/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(listStatements, (ctx) => list(ctx)));
