import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { claimBody } from "#e2e/api/claims.fixture.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { shiftClock } from "#lib/developer/sandbox/clock.ts";
import { playActionOfPath } from "#lib/developer/sandbox/play.ts";
import { openSandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import type { Sandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { submit } from "#lib/insurance/claims/change.ts";
import { create as createClaim } from "#lib/insurance/claims/create.ts";
import type { ActionName } from "#lib/insurance/claims/desk/schema.ts";
import { end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { amend } from "#lib/insurance/renewals/configure.ts";
import { list } from "#lib/insurance/renewals/list.ts";
import { bike, bodyOf, noon } from "#lib/insurance/renewals/shop.fixture.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

await useOwnDatabase();

const start = noon("2027-01-10");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lastDay = 75;
const written = { preview: false };

/** An action at an hour of the history. */
interface Action {
  hour: number;
  act: (ctx: ApiContext, sandbox: Sandbox) => Promise<unknown>;
}

async function pickContract({ worldId }: Sandbox, which: number): Promise<string> {
  const rows = await sql<{ cid: string }[]>`select cid from contracts where world_id = ${worldId} order by cid`;
  return rows[which % Math.max(1, rows.length)]?.cid ?? "none";
}

async function pickProducts(cid: string): Promise<string[]> {
  const rows = await sql<{ cpid: string }[]>`select cpid from contract_products where cid = ${cid} order by cpid`;
  return rows.map(({ cpid }) => cpid);
}

/** Submits a claim on a contract, and takes those of the insurer's actions that are possible. */
async function liveClaim(ctx: ApiContext, sandbox: Sandbox, which: number, moves: readonly ActionName[]): Promise<void> {
  const cid = await pickContract(sandbox, which);
  const [cpid = "none"] = await pickProducts(cid);
  const body = claimBody(sandbox.uid, cid, cpid, { claimAt: ctx.now.toISOString() }) as Parameters<typeof createClaim>[1];
  const { id, documentEntries } = await createClaim(ctx, body);
  for (const [place, { type }] of documentEntries.filter(({ category }) => category === "mandatory").entries()) {
    const at = ctx.now.toISOString();
    await sql`
      insert into claim_documents (id, claim_id, type, title, mime_type, size_bytes, storage_key, status, created_at, updated_at)
      values (${`doc_${id}_${place}`}, ${id}, ${type}, ${type}, 'image/jpeg', 1, ${`${id} ${place}`}, 'to_verify', ${at}, ${at})`;
  }
  await sql`update claims set can_submit = true, draft_status = 'pending' where id = ${id}`;
  await submit(ctx, id);
  await playActionOfPath(ctx, id, "takeOver", {});
  for (const move of moves) await playActionOfPath(ctx, id, move, move === "rejectClaim" ? { reason: "-" } : { amount: 10, reason: "-" });
}

const hour = fc.integer({ min: 0, max: lastDay * 24 });
const which = fc.nat({ max: 20 });
const months = fc.integer({ min: 1, max: 4 });
const ahead = fc.integer({ min: 1, max: 60 });

const makeContract =
  (count: number, automatic_renewal: boolean): Action["act"] =>
  (ctx, sandbox) => {
    const body = bodyOf({ ...sandbox, at: () => ctx }, "LMD", ctx.now, count, { automatic_renewal, products: [bike(), bike()] });
    return create(ctx, body, written);
  };

const removeLastProduct =
  (index: number, days: number): Action["act"] =>
  async (ctx, sandbox) => {
    const cid = await pickContract(sandbox, index);
    const [cpid = "none"] = (await pickProducts(cid)).slice(-1);
    return removeProducts(
      ctx,
      cid,
      { reason: "sold", products: [cpid], end_date: new Date(ctx.now.getTime() + days * dayMs).toISOString() },
      written,
    );
  };

const anyAction: fc.Arbitrary<Action["act"]> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(months, fc.boolean()).map(([count, automatic_renewal]) => makeContract(count, automatic_renewal)) },
  fc
    .tuple(which, fc.boolean(), fc.boolean(), months)
    .map(([index, rejected, use_notification, duration_months]): Action["act"] => async (ctx, sandbox) => {
      const cid = await pickContract(sandbox, index);
      const [renewal] = await list(ctx, cid);
      return amend(ctx, cid, renewal?.arid ?? "none", { rejected, use_notification, duration_months });
    }),
  fc.tuple(which, ahead).map(
    ([index, days]): Action["act"] =>
      async (ctx, sandbox) =>
        end(
          ctx,
          await pickContract(sandbox, index),
          { reason: "sold", end_date: new Date(ctx.now.getTime() + days * dayMs).toISOString() },
          written,
        ),
  ),
  fc.tuple(which, ahead).map(([index, days]) => removeLastProduct(index, days)),
  fc.tuple(which, fc.constantFrom<ActionName[]>(["rejectClaim"], ["chargeClaim", "approveRefund"])).map(
    ([index, moves]): Action["act"] =>
      (ctx, sandbox) =>
        liveClaim(ctx, sandbox, index, moves),
  ),
);

/** Contracts on the first day, for the other days to act on. */
const anyFirst = fc
  .tuple(months, fc.boolean())
  .map(([count, automatic_renewal]): Action => ({ hour: 0, act: makeContract(count, automatic_renewal) }));

const anyHistory = fc
  .tuple(fc.array(anyFirst, { minLength: 2, maxLength: 4 }), fc.array(fc.record({ hour, act: anyAction }), { minLength: 3, maxLength: 12 }))
  .map(([first, actions]): Action[] => [...first, ...actions.toSorted((one, other) => one.hour - other.hour)]);

/** One jump ends a product, its contract and another contract: the other one may not overtake. */
const oneJump: Action[] = [
  { hour: 0, act: makeContract(3, false) },
  { hour: 0, act: makeContract(3, false) },
  { hour: 70 * 24, act: removeLastProduct(0, 10) },
];

/** Lives a history; `go` shifts the clock to a moment in one or several jumps. Returns the outcome of each action. */
async function live(sandbox: Sandbox, history: readonly Action[], go: (to: Date) => Promise<void>): Promise<string[]> {
  const outcomes: string[] = [];
  for (const action of history) {
    await go(new Date(start.getTime() + action.hour * hourMs));
    const outcome = await action.act(await sandbox.at(start), sandbox).then(
      () => "done",
      (error: unknown) => {
        if (error instanceof ApiError) return error.errorName;
        throw error;
      },
    );
    outcomes.push(outcome);
  }
  await go(new Date(start.getTime() + (lastDay + 45) * dayMs));
  return outcomes;
}

async function moveTo(sandbox: Sandbox, to: Date): Promise<void> {
  await shiftClock(await sandbox.at(start), shiftClockBody.parse({ to: to.toISOString() }));
}

/** The complete state and event order of a world, without identifiers. */
async function tell({ worldId, uid }: Sandbox): Promise<string> {
  const [told] = await sql<[{ text: string }]>`
    select json_build_object(
      'events', (select json_agg(json_build_object('subject', subject_id, 'at', created_at, 'payload', payload) order by id) from events where world_id = ${worldId}),
      'contracts', (select json_agg(c order by cid) from contracts c where world_id = ${worldId}),
      'products', (select json_agg(p order by cpid) from contract_products p join contracts using (cid) where world_id = ${worldId}),
      'renewals', (select json_agg(a order by arid) from automatic_renewals a where world_id = ${worldId}),
      'claims', (select json_agg(c order by id) from claims c where world_id = ${worldId}),
      'settlements', (select json_agg(s order by s.id) from settlements s join claims c on c.id = s.claim_id where world_id = ${worldId})
    )::text as text`;
  const names = new Map<string, string>();
  const nameOf = (found: string): string => {
    if (!names.has(found)) names.set(found, `<${names.size}>`);
    return names.get(found) ?? "";
  };
  return told.text
    .replaceAll(uid, "<renter>")
    .replaceAll(`"world_id":${worldId}`, '"world_id":0')
    .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}|CLM-\d+/g, nameOf);
}

// rules/sandbox.md#clock-3
test("jumping the clock gives the same state and the same events in the same order as going day by day", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      const [jumping, living] = [await openSandbox(), await openSandbox()];
      const jumped = await live(jumping, history, (to) => moveTo(jumping, to));
      let today = start;
      const lived = await live(living, history, async (to) => {
        for (; today.getTime() + dayMs < to.getTime(); today = new Date(today.getTime() + dayMs)) {
          await moveTo(living, new Date(today.getTime() + dayMs));
        }
        await moveTo(living, to);
        today = to;
      });
      expect(jumped).toEqual(lived);
      expect(await tell(jumping)).toBe(await tell(living));
    }),
    // Shrinking a history would take minutes.
    { examples: [[oneJump]], numRuns: 4, endOnFailure: true },
  );
}, 180_000);
