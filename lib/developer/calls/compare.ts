import type { PortalContext } from "#lib/account/worlds/context.ts";
import { list } from "#lib/developer/calls/list.ts";
import { read } from "#lib/developer/calls/read.ts";
import { compareRequests } from "#lib/developer/calls/rules/compare.ts";
import type { Difference } from "#lib/developer/calls/rules/compare.ts";
import { cursorAt } from "#lib/platform/lists/list.ts";

export interface Comparison {
  executionId: string;
  at: Date;
  /** Personal values stay hidden, and count as equal. */
  differences: Difference[];
  /** The log holds only the beginning of a body. */
  isCut: boolean;
}

/** Among so many of the last successes the closest is looked for. */
const lookedAt = 10;

/**
 * Compares a call with the one before it to the same endpoint that succeeded and differs in the fewest fields, among the last ten; null if
 * none is among the newest calls.
 */
export async function compareWithSuccess(ctx: Pick<PortalContext, "world" | "realTime">, executionId: string): Promise<Comparison | null> {
  const call = await read(ctx, executionId);
  if (call.endpoint === null) return null;
  const before = cursorAt(call.at, executionId);
  const { rows } = await list(ctx, { endpoint: [call.endpoint], status: ["2xx"], before, limit: lookedAt });
  const successes = await Promise.all(rows.map((row) => read(ctx, row.executionId)));
  const requestOf = ({ query, request }: typeof call) => ({ query, body: request?.text ?? null });
  const [closest] = successes
    .map((success) => ({ success, differences: compareRequests(requestOf(call), requestOf(success)) }))
    .toSorted((one, other) => one.differences.length - other.differences.length);
  if (closest === undefined) return null;
  const { success, differences } = closest;
  return {
    executionId: success.executionId,
    at: success.at,
    differences,
    isCut: call.request?.isCut === true || success.request?.isCut === true,
  };
}
