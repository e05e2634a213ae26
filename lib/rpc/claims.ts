import { readClaimHistory } from "#lib/developer/events/read-for-portal.ts";
import { historyQuery } from "#lib/developer/events/schema.ts";
import { listOfClaim } from "#lib/insurance/claim-links/list.ts";
import { createInPortal, linkOfPortal, revokeInPortal } from "#lib/insurance/claim-links/portal.ts";
import { claimLinkParams } from "#lib/insurance/claim-links/schema.ts";
import { claimListQuery, listForPortal } from "#lib/insurance/claims/overview.ts";
import { readForPortal } from "#lib/insurance/claims/read.ts";
import { claimParams } from "#lib/insurance/claims/requests.ts";
import { member, router } from "#lib/rpc/procedures.ts";

export const claims = router({
  list: member.input(claimListQuery).query(({ ctx, input }) => listForPortal(ctx, input)),
  read: member.input(claimParams).query(({ ctx, input }) => readForPortal(ctx, input.id)),
  history: member.input(historyQuery.extend(claimParams.shape)).query(({ ctx, input }) => readClaimHistory(ctx, input.id, input)),
  links: member.input(claimParams).query(({ ctx, input }) => listOfClaim(ctx, input.id)),
  createLink: member
    .input(linkOfPortal.extend(claimParams.shape))
    .mutation(({ ctx, input: { id, ...body } }) => createInPortal(ctx, id, body)),
  revokeLink: member.input(claimLinkParams).mutation(({ ctx, input }) => revokeInPortal(ctx, input.id, input.linkId)),
});
