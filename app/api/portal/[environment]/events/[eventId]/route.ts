import { eventParams } from "#components/events/requests.ts";
import { readForPortal } from "#lib/events/read-for-portal.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", params: eventParams }, (ctx, { params }) => readForPortal(ctx, params.eventId));
