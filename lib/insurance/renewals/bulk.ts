import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { contracts } from "#db/schema/contracts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { findExtensions, findLiveOf, renewableColumns } from "#lib/insurance/renewals/find.ts";
import { serializeRenewal } from "#lib/insurance/renewals/renewal.ts";
import { decideBulk, readActions } from "#lib/insurance/renewals/rules/configure.ts";
import { makeRenewal, renewalEvents, writeRenewals } from "#lib/insurance/renewals/save.ts";
import type { BulkRenewalsBody, WireRenewal } from "#lib/insurance/renewals/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { log } from "#lib/platform/log/log.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

const batchSize = 1000;

interface Batch {
  changed: WireRenewal[];
  /** The start of the next batch; undefined after the last. */
  next: string | undefined;
}

/**
 * Acts on every open LMD and LLD contract of the world (rules/renewals.md#bulk-1), one transaction per batch. 98888 without the feature.
 * One that was cut off is completed by repeating it: what is done already is not done again.
 */
export async function actOnAll(ctx: ApiContext, body: unknown): Promise<AsyncIterable<WireRenewal[]>> {
  if (!ctx.partner.features.includes("bulk_renewals")) {
    throw new ApiError("INSUFFICIENT_PERMISSIONS", "bulk actions need the feature bulk_renewals; ask support to turn it on");
  }
  return processAllBatches(ctx, readActions(body));
}

async function* processAllBatches(ctx: ApiContext, settings: BulkRenewalsBody): AsyncGenerator<WireRenewal[], void> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const { changed, next }: Batch = await actOnBatch(ctx, settings, after);
    after = next;
    let isTaken = false;
    try {
      yield changed;
      isTaken = true;
    } finally {
      if (!isTaken) await finish(ctx, settings, next);
    }
  }
}

async function finish(ctx: ApiContext, settings: BulkRenewalsBody, after: string | undefined): Promise<void> {
  try {
    for (let begin = after; begin !== undefined;) begin = (await actOnBatch(ctx, settings, begin)).next;
  } catch (error) {
    // The client is gone, so the error is only logged.
    log.error({ executionId: ctx.executionId, error }, "a bulk action was not finished");
  }
}

function actOnBatch(ctx: ApiContext, asked: BulkRenewalsBody, after: string): Promise<Batch> {
  return transact(async (tx) => {
    const rows = await tx
      .select(renewableColumns)
      .from(contracts)
      .where(
        and(
          eq(contracts.worldId, ctx.world.id),
          eq(contracts.status, "open"),
          gt(contracts.cid, after),
          gt(contracts.endDate, ctx.now),
          eq(contracts.terminationPlanned, false),
          inArray(contracts.contractType, ["LMD", "LLD"]),
        ),
      )
      .orderBy(asc(contracts.cid))
      .limit(batchSize)
      .for("no key update");
    const cids = rows.map(({ cid }) => cid);
    const live = await findLiveOf(tx, cids);
    const extensions = await findExtensions(
      tx,
      cids.filter((cid) => !live.has(cid)),
    );
    const changed = rows.flatMap((contract) => {
      const renewal = live.get(contract.cid);
      const decided = decideBulk(contract, renewal, asked, ctx.now);
      if (decided === null) return [];
      const { events, ...settings } = decided;
      const extension = extensions.get(contract.cid) ?? 0;
      const base = renewal ?? makeRenewal(contract, { ...settings, defaultApplication: false, extension }, ctx.now);
      const next = { ...base, ...settings, updatedAt: renewal === undefined ? ctx.now : changedAt(renewal.updatedAt, ctx.now) };
      return [{ renewal: next, told: renewalEvents(ctx, next, contract.uid, events) }];
    });
    await writeRenewals(
      tx,
      changed.map(({ renewal }) => renewal),
    );
    await emit(
      tx,
      changed.flatMap(({ told: events }) => events),
      ctx,
    );
    return {
      changed: changed.map(({ renewal }) => serializeRenewal(renewal)),
      next: rows.length < batchSize ? undefined : rows.at(-1)?.cid,
    };
  });
}
