import { sql } from "#db/client.ts";
import { firstCallAt } from "#lib/calls/first-id.ts";
import { afterAll, beforeAll, idsOf } from "#lib/deliveries/filter.ts";
import { overviewColumns, overviewTables, reviveOverview } from "#lib/deliveries/overview.ts";
import type { DeliveryOverview, StoredOverview } from "#lib/deliveries/overview.ts";
import { env } from "#lib/env.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";
import { assertOwner } from "#lib/users/guards.ts";

const shown = 5;
/** As much of a path is shown. */
const shownOfPath = 300;
const [hourMs, dayMs] = [3_600_000, 86_400_000];

type Reader = Pick<PartnerContext, "world" | "realTime">;

/** A call that was refused or failed. */
export interface FailedCall {
  executionId: string;
  at: Date;
  method: string;
  /** Its beginning, where it is very long. */
  path: string;
  status: number;
  errorCode: number | null;
}

/** What went wrong last, newest first. */
export interface Failures {
  calls: FailedCall[];
  /** Those that failed for good, and those that have failed and are tried again. */
  deliveries: DeliveryOverview[];
}

/** The last calls and deliveries of a world that failed, five of each (portal.md § Partner side, Overview): part of the developer space. */
export async function listFailures(ctx: Reader & Pick<PartnerContext, "actor" | "user">): Promise<Failures> {
  assertOwner(ctx);
  const [calls, deliveries] = await Promise.all([findCalls(ctx), findDeliveries(ctx)]);
  return { calls, deliveries };
}

/**
 * Each kind of call that failed is walked by itself from its newest on, and the first of each are merged. How far back the five
 * newest can lie the hours' counts tell, so that only these days of the log are opened: a world has a hundred kinds, the log a month.
 */
async function findCalls({ world, realTime: now }: Reader): Promise<FailedCall[]> {
  const logBegins = new Date(now.getTime() - env.CALL_LOG_DAYS * dayMs);
  const [counted] = await sql<[{ since: string | null }]>`
    select min(hour) as since from (
      select hour from call_hours where world_id = ${world.id} and errors > 0 and hour >= ${logBegins.toISOString()}::timestamptz
        and exists (select 1 from call_kinds where world_id = ${world.id} and status >= 400)
      order by hour desc, duration_class desc limit ${shown}
    ) newest`;
  if (counted.since === null) return [];
  // An identifier is made a moment before the time that is counted.
  const first = firstCallAt(new Date(Date.parse(counted.since) - hourMs));
  const rows = await sql<(Omit<FailedCall, "at"> & { at: string })[]>`
    select c.execution_id as "executionId", c.at, k.method, left(c.path, ${shownOfPath}) as path, k.status, k.error_code as "errorCode"
    from call_kinds k cross join lateral (
      select execution_id, at, path from calls where kind_id = k.id and execution_id >= ${first} order by execution_id desc limit ${shown}
    ) c where k.world_id = ${world.id} and k.status >= 400 order by c.execution_id desc limit ${shown}`;
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

async function findDeliveries({ world, realTime: now }: Reader): Promise<DeliveryOverview[]> {
  const newest = idsOf(
    {
      owner: { column: "world_id", value: sql`${world.id}` },
      eventType: undefined,
      statuses: ["failed", "retrying"],
      after: beforeAll,
      before: afterAll,
      source: sql`deliveries d`,
      conditions: sql`true`,
    },
    { order: "newest", limit: shown },
  );
  const rows = await sql<StoredOverview[]>`
    select ${overviewColumns(now)} from (${newest}) newest join ${overviewTables} on d.id = newest.id order by d.id desc`;
  return rows.map(reviveOverview);
}
