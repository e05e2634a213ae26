import { portalRoute } from "#lib/http/portal.ts";
import { listOfWorld } from "#lib/keys/list-of-world.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listOfWorld(ctx));
