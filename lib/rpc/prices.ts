import { calculate } from "#lib/insurance/prices/calculate.ts";
import { check, exportVersion, listVersions, readForPortal, readProposal } from "#lib/insurance/prices/overview.ts";
import { approve, proposeFile, refuse, withdraw } from "#lib/insurance/prices/publish.ts";
import {
  priceQuestion,
  proposalParams,
  rejectionInput,
  tariffExport,
  tariffFile,
  tariffProposalForm,
  tariffWithdrawal,
} from "#lib/insurance/prices/requests.ts";
import { midnightOf } from "#lib/insurance/prices/rules/start.ts";
import { proposeWithdrawal } from "#lib/insurance/prices/withdraw.ts";
import { member, router, support } from "#lib/rpc/procedures.ts";

export const prices = router({
  read: member.query(({ ctx }) => readForPortal(ctx)),
  calculate: member.input(priceQuestion).query(({ ctx, input }) => calculate(ctx, input)),
});

/** Price lists in the console. */
export const priceLists = router({
  list: support.query(({ ctx }) => listVersions(ctx)),
  export: support.input(tariffExport).query(({ ctx, input }) => exportVersion(ctx, input.tariffId, input.format, input.language)),
  // A mutation for its length: the file is in the body.
  check: support.input(tariffFile).mutation(({ ctx, input }) => check(ctx, input.file, midnightOf(input.day))),
  propose: support.input(tariffProposalForm).mutation(({ ctx, input }) => proposeFile(ctx, input)),
  proposeWithdrawal: support.input(tariffWithdrawal).mutation(({ ctx, input }) => proposeWithdrawal(ctx, input.tariffId, input.reason)),
  readProposal: support.input(proposalParams).query(({ ctx, input }) => readProposal(ctx, input.proposalId)),
  approve: support.input(proposalParams).mutation(({ ctx, input }) => approve(ctx, input.proposalId)),
  withdraw: support.input(proposalParams).mutation(({ ctx, input }) => withdraw(ctx, input.proposalId)),
  refuse: support.input(rejectionInput).mutation(({ ctx, input }) => refuse(ctx, input.proposalId, input.reason)),
});
