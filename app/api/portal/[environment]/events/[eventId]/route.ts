import { readForPortal } from "#lib/events/read-for-portal.ts";
import { eventParams } from "#lib/events/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", params: eventParams }, (ctx, { params }) => readForPortal(ctx, params.eventId));
