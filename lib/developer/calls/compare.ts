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

/** Compares a call with the last one before it to the same endpoint that succeeded; null if none is among the newest. */
export async function compareWithLastSuccess(
  ctx: Pick<PortalContext, "world" | "realTime">,
  executionId: string,
): Promise<Comparison | null> {
  const call = await read(ctx, executionId);
  if (call.endpoint === null) return null;
  const before = cursorAt(call.at, executionId);
  const { rows } = await list(ctx, { endpoint: [call.endpoint], status: ["2xx"], before, limit: 1 });
  const [row] = rows;
  if (row === undefined) return null;
  const success = await read(ctx, row.executionId);
  const requestOf = ({ query, request }: typeof call) => ({ query, body: request?.text ?? null });
  return {
    executionId: success.executionId,
    at: success.at,
    differences: compareRequests(requestOf(call), requestOf(success)),
    isCut: call.request?.isCut === true || success.request?.isCut === true,
  };
}
