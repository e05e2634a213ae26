import { read } from "#lib/calls/read.ts";
import { callParams } from "#lib/calls/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", params: callParams }, (ctx, { params }) => read(ctx, params.executionId));
