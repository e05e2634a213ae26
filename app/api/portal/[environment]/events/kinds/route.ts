import { listKindsMet } from "#lib/events/list-kinds-met.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listKindsMet(ctx));
