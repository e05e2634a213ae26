import type { ContextOf } from "#lib/account/users/roles.ts";
import { countedSources } from "#lib/account/worlds/call-sources.ts";
import { list as listDeliveries } from "#lib/delivery/deliveries/list.ts";
import type { DeliveryOverview } from "#lib/delivery/deliveries/overview.ts";
import { list as listCalls } from "#lib/developer/calls/list.ts";
import type { CallRow } from "#lib/developer/calls/list.ts";

const shown = 5;

export interface Failures {
  calls: CallRow[];
  deliveries: DeliveryOverview[];
}

/**
 * The last calls of the partner's own system and the last deliveries of a world that failed, five of each (rules/authority.md#roles-1):
 * part of the developer space.
 */
export async function listFailures(ctx: ContextOf["developer"]): Promise<Failures> {
  const [calls, failed, retrying] = await Promise.all([
    listCalls(ctx, { status: ["4xx", "5xx"], source: [...countedSources], limit: shown }),
    listDeliveries(ctx, { status: "failed", limit: shown }),
    listDeliveries(ctx, { status: "retrying", limit: shown }),
  ]);
  const deliveries = [...failed.rows, ...retrying.rows].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { calls: calls.rows, deliveries: deliveries.slice(0, shown) };
}
