import { readContractHistory } from "#lib/developer/events/read-for-portal.ts";
import { historyQuery } from "#lib/developer/events/schema.ts";
import { listOfContract } from "#lib/insurance/claim-links/list.ts";
import { createOfContractInPortal, linkOfPortal, revokeOfContractInPortal } from "#lib/insurance/claim-links/portal.ts";
import { claimLinkParams } from "#lib/insurance/claim-links/schema.ts";
import { contractListQuery, listForPortal } from "#lib/insurance/contracts/list.ts";
import { readForPortal } from "#lib/insurance/contracts/read.ts";
import { contractParams } from "#lib/insurance/contracts/schema.ts";
import { member, router } from "#lib/rpc/procedures.ts";

export const contracts = router({
  list: member.input(contractListQuery).query(({ ctx, input }) => listForPortal(ctx, input)),
  read: member.input(contractParams).query(({ ctx, input }) => readForPortal(ctx, input.cid)),
  history: member.input(historyQuery.extend(contractParams.shape)).query(({ ctx, input }) => readContractHistory(ctx, input.cid, input)),
  links: member.input(contractParams).query(({ ctx, input }) => listOfContract(ctx, input.cid)),
  createLink: member
    .input(linkOfPortal.extend(contractParams.shape))
    .mutation(({ ctx, input: { cid, ...body } }) => createOfContractInPortal(ctx, cid, body)),
  revokeLink: member
    .input(contractParams.extend({ linkId: claimLinkParams.shape.linkId }))
    .mutation(({ ctx, input }) => revokeOfContractInPortal(ctx, input.cid, input.linkId)),
});
