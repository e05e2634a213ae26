import { portalRoute } from "#lib/http/portal.ts";
import { create } from "#lib/partners/change.ts";
import { list, partnerListQuery } from "#lib/partners/list.ts";
import { partnerForm } from "#lib/partners/schema.ts";

export const GET = portalRoute({ for: "support", query: partnerListQuery }, (ctx, { query }) => list(ctx, query));

export const POST = portalRoute({ for: "support", body: partnerForm }, async (ctx, { body }) => {
  // Its keys are read by its owners in the portal.
  const { id } = await create(ctx, body);
  return { id };
});
