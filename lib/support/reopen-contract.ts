import type { StaffContext } from "#lib/context.ts";
import { reopen } from "#lib/contracts/reopen.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { findContract } from "#lib/support/find-contract.ts";
import { reopening } from "#lib/support/schema.ts";

/** What is said in the portal's languages where a rule refuses the new end. */
const sentences: Partial<Record<ErrorName, string>> = {
  CONTRACT_NOT_OPEN: "contractNotClosed",
  END_IN_PAST: "reopeningEndPast",
  END_BEFORE_START: "reopeningEndPast",
  INVALID_PERIOD: "reopeningEndLength",
};

/** Reopens a contract until a new end (lib/contracts/reopen.ts), and says in the portal's languages why it cannot be. */
export async function reopenContract(ctx: StaffContext, cid: string, input: { endDate: string; reason: string }): Promise<void> {
  const { endDate, reason } = reopening.parse(input);
  const contract = await findContract(ctx, cid);
  if (contract === undefined) throw new NotFound(`there is no contract ${cid}`, { key: "noContract" });
  if (contract.nextCid !== null) {
    const { nextCid } = contract;
    throw new Refusal(`the contract was renewed: ${nextCid} continues its cover`, { key: "contractRenewed", values: { nextCid } });
  }
  await reopen(ctx, cid, { endDate: new Date(endDate), reason }).catch(nameRule);
}

function nameRule(error: unknown): never {
  if (!(error instanceof Refusal) || !(error.cause instanceof ApiError)) throw error;
  const key = sentences[error.cause.errorName];
  throw key === undefined ? error : new Refusal(error.message, { key, cause: error });
}
