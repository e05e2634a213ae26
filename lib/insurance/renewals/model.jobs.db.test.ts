import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { amend as amendContract, end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { reopen } from "#lib/insurance/contracts/reopen.ts";
import { amend, configure } from "#lib/insurance/renewals/configure.ts";
import { list } from "#lib/insurance/renewals/list.ts";
import { scheduleFor } from "#lib/insurance/renewals/rules/schedule.ts";
import { actOnAllAtOnce, bike, makeContract, noon, openShop, readAll, runJobs } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { log } from "#lib/platform/log/log.ts";
import { addUtcMonths as addMonths, utc } from "#lib/platform/time/calendar.fixture.ts";

// A database of its own, since these jobs run in years in which other tests have contracts.
await useOwnDatabase();

const written = { preview: false };
const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);
const staffAt = (now: Date) => operatorContext("tests", now);

/** An action on a shop's contracts at a moment. */
type Action = (shop: Shop, now: Date) => Promise<unknown>;

async function listCids(shop: Shop): Promise<string[]> {
  const rows = await sql<{ cid: string }[]>`select cid from contracts where world_id = ${shop.at(new Date()).world.id} order by cid`;
  return rows.map(({ cid }) => cid);
}

const index = fc.nat({ max: 20 });
const months = fc.integer({ min: 1, max: 5 });

/** An action on one contract of the shop, also one that a renewal created. */
const withContract = (act: (ctx: ApiContext, cid: string, count: number, now: Date, shop: Shop) => Promise<unknown>) =>
  fc.tuple(index, months).map(([which, count]): Action => async (shop, now) => {
    const cids = await listCids(shop);
    const cid = cids[which % cids.length];
    if (cid !== undefined) await act(shop.at(now), cid, count, now, shop);
  });

/** An action on the newest renewal of one contract. */
const withRenewal = (act: (ctx: ApiContext, cid: string, arid: string, count: number) => Promise<unknown>) =>
  withContract(async (ctx, cid, count) => {
    const [renewal] = await list(ctx, cid);
    if (renewal !== undefined) await act(ctx, cid, renewal.arid, count);
  });

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(months, fc.boolean()).map(
      ([count, automatic_renewal]): Action =>
        (shop, now) =>
          makeContract(shop, "LMD", now, count, { automatic_renewal, products: [bike(), bike()] }),
    ),
  },
  {
    weight: 3,
    arbitrary: withContract((ctx, cid, count, now) => amendContract(ctx, cid, { end_date: addMonths(now, count).toISOString() }, written)),
  },
  { weight: 3, arbitrary: withContract((ctx, cid, count) => configure(ctx, cid, { duration_months: count })) },
  { weight: 2, arbitrary: withRenewal((ctx, cid, arid) => amend(ctx, cid, arid, { rejected: true })) },
  withRenewal((ctx, cid, arid, count) => amend(ctx, cid, arid, { rejected: false, use_notification: count > 2 })),
  withContract((ctx, cid) => end(ctx, cid, { reason: "sold" }, written)),
  withContract((ctx, cid, count, now) => end(ctx, cid, { reason: "sold", end_date: later(now, count * 24 * 9).toISOString() }, written)),
  withContract(async (ctx, cid, count, now, shop) => {
    const { contract } = await readAll(shop, cid, now);
    const open = Object.entries(contract.products).flatMap(([cpid, { status }]) => (status === "open" ? [cpid] : []));
    await removeProducts(ctx, cid, { reason: "sold", products: open.slice(0, count) }, written);
  }),
  {
    weight: 2,
    arbitrary: withContract((_ctx, cid, count, now) => reopen(staffAt(now), cid, { endDate: addMonths(now, count), reason: "tests" })),
  },
  fc
    .constantFrom(
      { add_to_all_contracts: true },
      { reject_on_all_contracts: true },
      { add_to_all_contracts: true, disable_notification_on_all_contracts: true },
    )
    .map(
      (body): Action =>
        (shop, now) =>
          actOnAllAtOnce(shop.at(now), body),
    ),
  { weight: 3, arbitrary: fc.constant<Action>((_shop, now) => runJobs(now)) },
);

/** Concurrent actions, and the hours since the ones before. */
const anyMoment = fc.record({
  hours: fc.constantFrom(0, 1, 24 * 3, 24 * 20, 24 * 35),
  actions: fc.array(anyAction, { minLength: 1, maxLength: 3 }),
});

/** An ApiError is an answer; any other error is a bug. */
async function attempt(action: Promise<unknown>): Promise<void> {
  await action.catch((error: unknown) => {
    if (!(error instanceof ApiError) && !(error instanceof UserError)) throw error;
  });
}

interface Row {
  cid: string;
  status: string;
  start: string;
  end: string;
  planned: boolean;
  openProducts: number;
  closings: number;
  reopenings: number;
  renewals: { applied: boolean; dropped: boolean; scheduled: string; notice: string; next: string | null; extension: number }[];
}

async function readRows(shop: Shop): Promise<Row[]> {
  return sql<Row[]>`
    select c.cid, c.status, to_json(c.start_date) #>> '{}' as start, to_json(c.end_date) #>> '{}' as end, c.termination_planned as planned,
      (select count(*)::int from contract_products p where p.cid = c.cid and p.status = 'open') as "openProducts",
      (select count(*)::int from events e where e.subject_id = c.cid and e.event_type = 'v2.contract.closed') as closings,
      (select count(*)::int from events e where e.subject_id = c.cid and e.event_type = 'v2.contract.reopened') as reopenings,
      coalesce((select json_agg(json_build_object('applied', a.applied_at is not null, 'dropped', a.dropped_at is not null, 'scheduled', a.renewal_scheduled_for,
        'notice', a.notification_scheduled_for, 'next', a.next_cid, 'extension', a.extension) order by a.arid) from automatic_renewals a where a.cid = c.cid), '[]') as renewals
    from contracts c where c.world_id = ${shop.at(new Date()).world.id} order by c.cid`;
}

/** The invariants at every moment. */
async function expectSane(shop: Shop): Promise<void> {
  const rows = await readRows(shop);
  const origins = rows.flatMap((row) => row.renewals.filter(({ applied }) => applied).map((renewal) => ({ row, renewal })));
  for (const row of rows) {
    const live = row.renewals.filter(({ applied, dropped }) => !applied && !dropped);
    expect(live.length).toBeLessThanOrEqual(row.status === "open" && !row.planned ? 1 : 0);
    expect(row.openProducts > 0).toBe(row.status === "open");
    expect(row.closings - row.reopenings).toBe(row.status === "closed" ? 1 : 0);
    const came = origins.filter(({ renewal }) => renewal.next === row.cid);
    expect(came.length).toBeLessThanOrEqual(1);
    for (const { extension, scheduled, notice } of live) {
      const { renewalScheduledFor, notificationScheduledFor } = scheduleFor(new Date(row.end), utc);
      expect([new Date(scheduled), new Date(notice)]).toEqual([renewalScheduledFor, notificationScheduledFor]);
      expect(extension).toBe((came[0]?.renewal.extension ?? -1) + 1);
    }
  }
  for (const { row, renewal } of origins) {
    const next = rows.find(({ cid }) => cid === renewal.next);
    expect(row.renewals.filter(({ applied }) => applied)).toHaveLength(1);
    expect([row.status, row.end, new Date(renewal.scheduled)]).toEqual(["closed", next?.start, new Date(row.end)]);
  }
}

// rules/renewals.md#configure-3
test("any history of a contract leaves at most one live renewal, which follows the contract, and renews it at most once", async () => {
  const failed = vi.spyOn(log, "error");
  await fc.assert(
    fc.asyncProperty(fc.array(anyMoment, { minLength: 4, maxLength: 14 }), async (moments) => {
      const shop = await openShop(["bulk_renewals"]);
      let now = noon("2027-01-31");
      await makeContract(shop, "LMD", now, 1, { automatic_renewal: true });
      for (const { hours, actions } of moments) {
        now = later(now, hours);
        const moment = now;
        await Promise.all(actions.map((action) => attempt(action(shop, moment))));
        await expectSane(shop);
      }
      await runJobs(now);
      await expectSane(shop);
      const overdue = (await readRows(shop)).filter((row) => row.status === "open" && new Date(row.end) <= now);
      expect(overdue).toEqual([]);
    }),
    { numRuns: 25 },
  );
  expect(failed).not.toHaveBeenCalled();
});
