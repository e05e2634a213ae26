import type { AllowedMove } from "#lib/claims/rules/moves.ts";
import type { MoveName } from "#lib/claims/schema-desk.ts";
import type { ClaimStatus, SettlementType } from "#lib/claims/schema.ts";

/** What a move is called: going on with one's own claim, and cancelling a charge, have words of their own. */
export type MoveWords = MoveName | "goOn" | "cancelCharge";

/** `yours` is true for a claim that the reader handles. */
export interface Worded {
  status: ClaimStatus;
  yours?: boolean;
  settlements: readonly { id: string; type: SettlementType }[];
}

/** True where a handler takes over their own claim: they go on without the documents that they asked for. */
export function goesOn({ status, yours }: Pick<Worded, "status" | "yours">): boolean {
  return yours === true && status === "pending_info";
}

export function wordsOf({ settlements, ...claim }: Worded, { move, target }: Pick<AllowedMove, "move" | "target">): MoveWords {
  if (move === "takeOver" && goesOn(claim)) return "goOn";
  const isCharge = move === "cancelSettlement" && settlements.some(({ id, type }) => id === target && type === "charge");
  return isCharge ? "cancelCharge" : move;
}
