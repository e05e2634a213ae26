import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { claimStatuses } from "#db/schema/enums.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { list, pageOf } from "#lib/insurance/claims/list.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";

// A database of its own: transactions of other tests would keep its visibility map incomplete.
await useOwnDatabase({ isNarrow: true });

const count = 100_000;
/** The blocks of a page and of one index for the count; the claims themselves fill many times as many. */
const fewBlocks = 3000;

let ctx: ApiContext;
let busy: string;
let quiet: string;

/** A busy renter with one archived claim long ago, a quiet renter with every ten-thousandth claim, and a second world as busy. */
beforeAll(async () => {
  const [partner, neighbour] = await Promise.all([makePartner(), makePartner()]);
  ctx = partner.contexts.production;
  [busy, quiet] = await Promise.all([registerRenter(), registerRenter()]);
  for (const uid of [busy, quiet]) await attachOpened(ctx, uid);
  await attachOpened(neighbour.contexts.production, busy);
  for (const world of [ctx.world, neighbour.worlds.production]) await withPatience(() => fill(world.id));
  // Vacuum marks all pages only when no older transaction is open.
  await waitFor(
    async () => {
      await sql`vacuum analyze`;
      const [table] = await sql<{ isMarked: boolean }[]>`
        select relallvisible >= relpages as "isMarked" from pg_class where oid = 'claims'::regclass`;
      if (table?.isMarked !== true) throw new Error("The visibility map is not complete yet.");
    },
    { interval: 500 },
  );
}, 300_000);

async function fill(worldId: number): Promise<void> {
  const sample = { uid: busy, contractType: "LCD", status: "open", test: true, createdAt: ctx.now } as const;
  const [contract] = await insertContracts(worldId, [sample]);
  if (contract === undefined) throw new Error("the sample contract was not inserted");
  const { cid, cpid } = contract;
  const now = sql`${ctx.now}`;
  await sql`
    insert into claims (id, claim_id, world_id, uid, cid, cpid, test, draft_status, stage, status, status_since, can_submit, type, subtype, claim_at,
      description, product, location, insured, questions, entries, created_at, updated_at)
    select 'claim_' || lpad(n::text, 12, '0') || 'W' || ${worldId}::int,
      case when n > 1 and n % 3 > 0 then 'CLM-' || ${worldId}::int || '-' || n end, ${worldId},
      case when n % 10000 = 0 then ${quiet} else ${busy} end, ${cid}, ${cpid}, true,
      case when n = 1 then 'abandonned' when n % 3 = 0 then 'unmatched' else 'matched' end,
      case when n > 1 and n % 3 = 1 then 'closed_paid' end,
      case when n = 1 then 'archived' when n % 3 = 0 then 'draft' when n % 3 = 1 then 'closed' else 'submitted' end, ${now}, false, 'break',
      'partial_break', ${now}, repeat('d', 200), '{}', '{}', '{}', '{}', '[]', ${now}, ${now}
    from generate_series(1, ${count}::int) n`;
}

const idOf = (place: number) => `claim_${String(place).padStart(12, "0")}W${ctx.world.id}`;

interface Cost {
  blocks: number;
  heapFetches: number;
}

async function costOf(page: Partial<Parameters<typeof pageOf>[1]>): Promise<Cost> {
  const statement = pageOf(ctx.world, { statuses: claimStatuses, offset: 0, limit: 20, ...page });
  const [row] = await sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>`explain (analyze, buffers, format json) ${statement}`;
  const plan = row?.["QUERY PLAN"][0].Plan ?? {};
  return {
    blocks: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
    heapFetches: Array.from(JSON.stringify(plan).matchAll(/"Heap Fetches":(\d+)/g), ([, fetches]) => Number(fetches)).reduce(
      (a, b) => a + b,
      0,
    ),
  };
}

describe("a page of 100,000 claims is read by index", () => {
  const cases: readonly (readonly [string, () => { userId?: string; statuses?: ClaimStatus[]; offset?: number; after?: string }])[] = [
    ["without a filter", () => ({})],
    ["a hundred claims on", () => ({ offset: 100 })],
    ["twenty thousand claims on", () => ({ offset: 20_000 })],
    ["after one in the middle", () => ({ after: idOf(count / 2) })],
    ["after one in the middle, of a status that most have", () => ({ statuses: ["closed"], after: idOf(count / 2) })],
    ["after one in the middle, of a status that one has, long ago", () => ({ statuses: ["archived"], after: idOf(count / 2) })],
    ["twenty thousand claims on, of a status that most have", () => ({ statuses: ["closed"], offset: 20_000 })],
    ["of a status that most have", () => ({ statuses: ["closed"] })],
    ["of a status that one has, long ago", () => ({ statuses: ["archived"] })],
    ["of several statuses", () => ({ statuses: ["submitted", "in_progress", "pending_info", "closed", "rejected", "abandoned"] })],
    ["of a busy renter", () => ({ userId: busy })],
    ["of a quiet renter", () => ({ userId: quiet })],
    ["of a status that a busy renter had once", () => ({ userId: busy, statuses: ["archived"] })],
    ["of a status that a quiet renter never had", () => ({ userId: quiet, statuses: ["rejected"] })],
  ];

  test.each(cases)("%s", async (_name, page) => {
    const { blocks, heapFetches } = await costOf(page());
    expect(blocks).toBeLessThan(fewBlocks);
    expect(heapFetches).toBe(0);
  });
});

describe("a page has the requested claims", () => {
  test.each([
    ["the newest", {}, count, [100_000, 99_999]],
    ["from an offset on", { offset: 5 }, count, [99_995, 99_994]],
    ["archived", { status: "cancelled" as const }, 1, [1]],
    ["drafts", { status: "draft" as const }, 33_333, [99_999, 99_996]],
    ["submitted", { status: "submitted" as const }, 66_666, [100_000, 99_998]],
    ["at the end", { offset: count - 1 }, count, [1]],
  ])("%s", async (_name, asked, total, places) => {
    const { data, pagination } = await list(ctx, { limit: 2, ...asked });
    expect(data.map(({ id }) => id)).toEqual(places.map(idOf));
    expect(pagination).toMatchObject({ total, offset: "offset" in asked ? asked.offset : 0, limit: 2 });
  });

  // All have one instant of creation, as claims of simultaneous requests may have.
  // rules/errors.md#requests-10
  test("after another one", async () => {
    const query = { limit: 2, status: "draft" } as const;
    const { pagination } = await list(ctx, query);
    expect(pagination.next).toBe(idOf(99_996));
    const { data } = await list(ctx, { ...query, after: idOf(99_996) });
    expect(data.map(({ id }) => id)).toEqual([99_993, 99_990].map(idOf));
  });

  test("of a renter", async () => {
    const { data, pagination } = await list(ctx, { limit: 2, userId: quiet });
    expect(data.map(({ id }) => id)).toEqual([idOf(100_000), idOf(90_000)]);
    expect(pagination.total).toBe(10);
  });
});
