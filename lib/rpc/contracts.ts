import { readContractHistory } from "#lib/developer/events/read-history.ts";
import { historyQuery } from "#lib/developer/events/schema.ts";
import { listOfContract } from "#lib/insurance/claim-links/list.ts";
import { createOfContractInPortal, linkOfPortal, revokeOfContractInPortal } from "#lib/insurance/claim-links/portal.ts";
import { claimLinkParams } from "#lib/insurance/claim-links/requests.ts";
import { contractListQuery, listForPortal } from "#lib/insurance/contracts/list.ts";
import { readForPortal } from "#lib/insurance/contracts/read.ts";
import { contractParams } from "#lib/insurance/contracts/schema.ts";
import { partner, router } from "#lib/rpc/procedures.ts";

export const contracts = router({
  list: partner.input(contractListQuery).query(({ ctx, input }) => listForPortal(ctx, input)),
  read: partner.input(contractParams).query(({ ctx, input }) => readForPortal(ctx, input.cid)),
  history: partner.input(historyQuery.extend(contractParams.shape)).query(({ ctx, input }) => readContractHistory(ctx, input.cid, input)),
  links: partner.input(contractParams).query(({ ctx, input }) => listOfContract(ctx, input.cid)),
  createLink: partner
    .input(linkOfPortal.extend(contractParams.shape))
    .mutation(({ ctx, input: { cid, ...body } }) => createOfContractInPortal(ctx, cid, body)),
  revokeLink: partner
    .input(contractParams.extend({ linkId: claimLinkParams.shape.linkId }))
    .mutation(({ ctx, input }) => revokeOfContractInPortal(ctx, input.cid, input.linkId)),
});
