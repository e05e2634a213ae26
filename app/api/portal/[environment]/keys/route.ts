import { portalRoute } from "#lib/http/portal.ts";
import { listOfWorld } from "#lib/keys/list.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listOfWorld(ctx));
