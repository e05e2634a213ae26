import { z } from "zod";
import { approveAccount, declineAccount, proposeAccount, withdrawAccount } from "#lib/insurance/payments/accounts.ts";
import { handToBank, payAll } from "#lib/insurance/payments/hand-to-bank.ts";
import { listPayments } from "#lib/insurance/payments/list.ts";
import { readAccount } from "#lib/insurance/payments/read-account.ts";
import { listRuns, writeRun } from "#lib/insurance/payments/runs.ts";
import { paidPayments, payeeAccount, paymentOrder } from "#lib/insurance/payments/schema.ts";
import { renterUid } from "#lib/insurance/renters/schema.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { handler, router, staff, support } from "#lib/rpc/procedures.ts";

const proposal = z.object({ proposalId: identifier });

/** Approved refunds on their way to the bank. */
export const payments = router({
  list: staff.query(({ ctx }) => listPayments(ctx)),
  runs: staff.query(({ ctx }) => listRuns(ctx)),
  // A mutation, since the audit log notes the reader.
  file: handler.input(z.object({ runId: identifier })).mutation(({ ctx, input }) => writeRun(ctx, input.runId)),
  handToBank: handler.input(paymentOrder).mutation(({ ctx, input }) => handToBank(ctx, input)),
  pay: handler.input(paidPayments).mutation(({ ctx, input }) => payAll(ctx, input)),
  readAccount: support.input(z.object({ uid: renterUid.nullable() })).query(({ ctx, input }) => readAccount(ctx, input.uid)),
  proposeAccount: support
    .input(payeeAccount.extend({ uid: renterUid.nullable() }))
    .mutation(({ ctx, input: { uid, ...account } }) => proposeAccount(ctx, uid, account)),
  approveAccount: support.input(proposal).mutation(({ ctx, input }) => approveAccount(ctx, input.proposalId)),
  declineAccount: support
    .input(proposal.extend({ reason }))
    .mutation(({ ctx, input }) => declineAccount(ctx, input.proposalId, input.reason)),
  withdrawAccount: support.input(proposal).mutation(({ ctx, input }) => withdrawAccount(ctx, input.proposalId)),
});
