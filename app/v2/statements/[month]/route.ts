import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { readStatement } from "#lib/insurance/statements/endpoints.ts";
import { readAs } from "#lib/insurance/statements/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readStatement, (ctx, { params: { month }, query: { format } }) => readAs(ctx, month, format)),
);
