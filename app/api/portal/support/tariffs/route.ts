import { portalRoute } from "#lib/http/portal.ts";
import { list } from "#lib/tariffs/create.ts";

export const GET = portalRoute({ for: "support" }, (ctx) => list(ctx));
