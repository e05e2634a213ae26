import { portalRoute } from "#lib/http/portal.ts";
import { listForSupport } from "#lib/renters/list.ts";
import { register } from "#lib/renters/register.ts";
import { renterListQuery, renterRegistration } from "#lib/renters/schema.ts";

export const GET = portalRoute({ for: "support", query: renterListQuery }, (ctx, { query }) => listForSupport(ctx, query));

export const POST = portalRoute({ for: "support", body: renterRegistration }, async (ctx, { body }) => {
  await register(ctx, body);
  return { uid: body.uid };
});
