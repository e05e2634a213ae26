import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { callSources } from "#lib/account/worlds/call-sources.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { makePortal } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import type { SampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { list } from "#lib/developer/calls/list.ts";
import type { CallFilter } from "#lib/developer/calls/list.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { create as createProduct } from "#lib/insurance/products/change.ts";
import { sampleBody } from "#lib/insurance/products/rules/product.fixture.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { cursorAt } from "#lib/platform/lists/list.ts";

const hour = 3_600_000;
const kinds: readonly Partial<CallRecord>[] = [
  {},
  { preview: true },
  { status: 400, errorCode: 1051 },
  { status: 400, errorCode: 1002 },
  { status: 429, errorCode: 99_888 },
  { method: "GET", endpoint: "retrieveContract", path: "/v2/contracts/a" },
  { method: "GET", endpoint: "retrieveContract", path: "/v2/contracts/a", status: 400, errorCode: 1051 },
  { method: "GET", endpoint: "retrieveProduct", status: 404, errorCode: 4999 },
  { method: "GET", endpoint: null, path: "/v2/nowhere", status: 404, errorCode: 404 },
  { method: "PUT", endpoint: "retrieveContract", status: 405, errorCode: 405 },
  { method: "DELETE", endpoint: "deleteProduct", status: 204 },
  { status: 500, errorCode: 500 },
  { source: "try_it", status: 400, errorCode: 1051 },
  { source: "recipe" },
];
const subjects = ["contract-hot", "contract-1", "contract-2", "prod_1", null];

let ctx: OwnerContext;
let stored: CallRecord[];
let strangers: CallRecord[];

/** Calls spread over forty days, with some busy seconds and several calls in one instant. */
function samplesFor(now: Date): SampleCall[] {
  const spread = Array.from({ length: 700 }, (_none, index) => ({
    ...kinds[index % kinds.length],
    subjectId: subjects[Math.floor(index / 3) % subjects.length] ?? null,
    keyId: index % 5 === 0 ? "key_old" : "key_test",
    at: new Date(now.getTime() - (index * 40 * 24 * hour) / 700),
  }));
  const burst = Array.from({ length: 1500 }, (_none, index) => ({
    ...kinds[index % 3],
    subjectId: "contract-hot",
    at: new Date(now.getTime() - 50 * hour + Math.floor(index / 3) * 8),
  }));
  return [...spread, ...burst];
}

beforeAll(async () => {
  ctx = await makePortal();
  const stranger = await makePortal();
  stored = (await insertCalls(ctx.world.id, samplesFor(ctx.realTime))).toSorted(newestFirst);
  strangers = await insertCalls(stranger.world.id, samplesFor(ctx.realTime).slice(0, 300));
});

const newestFirst = (a: CallRecord, b: CallRecord) =>
  b.at.getTime() - a.at.getTime() || Number(a.executionId < b.executionId) - Number(a.executionId > b.executionId);
const cursorOf = (call: CallRecord | undefined) => (call === undefined ? null : cursorAt(call.at, call.executionId));

/** The expected result of a filter, written naively. */
function fits(call: CallRecord, { method, status, errorCode, endpoint, source, key, from, to, search }: CallFilter): boolean {
  const isOf = <Value>(values: readonly Value[] | undefined, ...own: (Value | null)[]) =>
    values === undefined || values.length === 0 || values.some((value) => own.includes(value));
  return (
    isOf(method, call.method) &&
    isOf(status, String(call.status), `${String(call.status).charAt(0)}xx`) &&
    isOf(errorCode, String(call.errorCode)) &&
    isOf(source, call.source ?? "system") &&
    (key === undefined || call.keyId === key) &&
    isOf(
      endpoint?.map((name) => (name === "readContract" ? "retrieveContract" : name)),
      call.endpoint ?? "unknown",
    ) &&
    (from === undefined || call.at >= from) &&
    (to === undefined || call.at < to) &&
    (search === undefined || [call.executionId, call.subjectId].includes(search))
  );
}

const some = <Value>(values: fc.Arbitrary<Value>) => fc.option(fc.uniqueArray(values, { maxLength: 3 }), { nil: undefined, freq: 2 });
const moments = fc.integer({ min: 0, max: 42 * 24 * 4 }).map((quarters) => new Date(ctx.realTime.getTime() - (quarters * hour) / 4));
const filters = (): fc.Arbitrary<CallFilter> =>
  fc.record({
    method: some(fc.constantFrom("GET", "POST", "PUT", "DELETE", "TRACE")),
    status: some(fc.constantFrom("2xx", "4xx", "5xx", "400", "404", "418")),
    errorCode: some(fc.constantFrom("1051", "1002", "404", "4999", "12")),
    endpoint: some(fc.constantFrom("createContract", "readContract", "retrieveContract", "retrieveProduct", "unknown", "none")),
    source: some(fc.constantFrom(...callSources)),
    key: fc.option(fc.constantFrom("key_test", "key_old", "key_none"), { nil: undefined, freq: 3 }),
    from: fc.option(moments, { nil: undefined, freq: 2 }),
    to: fc.option(moments, { nil: undefined, freq: 2 }),
    search: fc.option(
      fc.oneof(
        fc.constantFrom("contract-hot", "contract-1", "prod_1", "contract-none"),
        fc.constantFrom(...[...stored.slice(0, 50), ...strangers].map(({ executionId }) => executionId)),
      ),
      { nil: undefined, freq: 2 },
    ),
  });

const idsOf = (rows: readonly { executionId: string }[]) => rows.map(({ executionId }) => executionId);

describe("a list of calls", () => {
  test("has only the matching calls, newest first, from any cursor in either direction", async () => {
    const places = fc.integer({ min: 0, max: stored.length - 1 });
    await fc.assert(
      fc.asyncProperty(filters(), places, fc.integer({ min: 1, max: 100 }), async (filter, place, limit) => {
        const from = stored[place]!;
        const cursor = cursorAt(from.at, from.executionId);
        const all = stored.filter((call) => fits(call, filter));
        const [below, above] = [all.filter((call) => newestFirst(call, from) > 0), all.filter((call) => newestFirst(call, from) < 0)];
        const newest = await list(ctx, { ...filter, limit });
        expect(idsOf(newest.rows)).toEqual(idsOf(all.slice(0, limit)));
        expect(newest).toMatchObject({ newer: null, older: all.length > limit ? cursorOf(all[limit - 1]) : null, lookedTo: null });
        const older = await list(ctx, { ...filter, before: cursor, limit });
        expect(idsOf(older.rows)).toEqual(idsOf(below.slice(0, limit)));
        expect(older.older).toBe(below.length > limit ? cursorOf(below[limit - 1]) : null);
        const newer = await list(ctx, { ...filter, after: cursor, limit });
        expect(idsOf(newer.rows)).toEqual(idsOf(above.slice(-limit)));
        expect(newer.newer).toBe(above.length > limit ? cursorOf(above.at(-limit)) : null);
      }),
      { numRuns: 80 },
    );
  });

  test("can be paged in both directions without a repetition or a gap while calls are made", async () => {
    const portal = await makePortal();
    const at = (seconds: number) => new Date(portal.realTime.getTime() - seconds * 1000);
    const first = await insertCalls(
      portal.world.id,
      Array.from({ length: 45 }, (_none, index) => ({ ...kinds[index % 4], at: at(index + 100) })),
    );
    const query: CallFilter = { method: ["POST"] };
    const seen: string[] = [];
    let page = await list(portal, { ...query, limit: 10 });
    seen.push(...idsOf(page.rows));
    for (let round = 0; page.older !== null; round += 1) {
      await insertCalls(portal.world.id, [{ at: at(90 - round) }]);
      page = await list(portal, { ...query, before: page.older, limit: 10 });
      seen.push(...idsOf(page.rows));
    }
    expect(seen).toEqual(idsOf(first).toSorted().toReversed());
    const back = [...idsOf(page.rows)];
    while (page.newer !== null) {
      page = await list(portal, { ...query, after: page.newer, limit: 10 });
      back.unshift(...idsOf(page.rows));
    }
    expect(back).toHaveLength(45 + 4);
    expect(back.slice(-45)).toEqual(seen);
    expect(back).toEqual(back.toSorted().toReversed());
  });

  test("shows each call as it was made, without its bodies", async () => {
    const portal = await makePortal();
    const path = `/v2/contracts/${"x".repeat(900)}`;
    const [call] = await insertCalls(portal.world.id, [{ at: portal.realTime, path, preview: true, status: 400, errorCode: 1000 }]);
    const { rows } = await list(portal, {});
    expect(rows).toEqual([
      {
        executionId: call?.executionId,
        keyId: "key_test",
        at: portal.realTime,
        method: "POST",
        path: path.slice(0, 300),
        endpoint: "createContract",
        preview: true,
        status: 400,
        errorCode: 1000,
        durationMs: 1.234,
        source: "system",
        keyPreview: null,
        about: null,
        company: null,
      },
    ]);
  });

  test("names what each call is about, by either identifier of a claim, and the rental company", async () => {
    const portal = await makePortal();
    const uid = await registerRenter();
    const claim = await insertSampleClaim(portal.world.id, { uid });
    const at = (place: number) => new Date(portal.realTime.getTime() - place);
    await insertCalls(portal.world.id, [
      { at: at(1), subjectId: claim.cid },
      { at: at(2), subjectId: claim.id },
      { at: at(3), subjectId: claim.claimId },
      { at: at(4), subjectId: "gone" },
    ]);
    await insertCalls(ctx.world.id, [{ at: at(5), subjectId: claim.cid, path: "/v2/foreign" }]);
    const { rows } = await list(portal, {});
    const company = sampleCompany.company_name;
    const named = { kind: "claim", id: claim.id, name: claim.claimId };
    expect(rows.map((row) => ({ about: row.about, company: row.company }))).toEqual([
      { about: { kind: "contract", id: claim.cid, name: claim.cid }, company },
      { about: named, company },
      { about: named, company },
      { about: null, company: null },
    ]);
    const foreign = (await list(ctx, { search: claim.cid })).rows.find(({ path }) => path === "/v2/foreign");
    expect(foreign).toMatchObject({ about: null, company: null });
  });

  test("has no call of another environment or partner, whatever is searched for", async () => {
    const { contexts } = await makePartner();
    const subjectId = newId("run");
    const [call] = await insertCalls(contexts.production.world.id, [{ at: ctx.realTime, subjectId }]);
    const executionId = call?.executionId ?? "";
    for (const filter of [
      {},
      { search: executionId },
      { search: subjectId },
      { method: ["POST"] },
      { after: cursorAt(new Date(ctx.realTime.getTime() - 1), executionId) },
    ]) {
      expect((await list(contexts.production, filter)).rows).toHaveLength(1);
      expect((await list(contexts.development, filter)).rows).toEqual([]);
      expect(idsOf((await list(ctx, filter)).rows)).not.toContain(executionId);
    }
  });

  test("finds the calls about a product by either of its identifiers", async () => {
    const { contexts } = await makePartner();
    const uid = `their own ${newId("run")}`;
    const { product_id } = await createProduct(contexts.development, { ...sampleBody, uid });
    const { world } = contexts.development;
    await insertCalls(world.id, [
      { at: ctx.realTime, subjectId: product_id },
      { at: ctx.realTime, subjectId: uid, status: 404, errorCode: 4999 },
      { at: ctx.realTime, subjectId: null },
    ]);
    await indexNow();
    for (const search of [uid, product_id]) {
      expect((await list({ world }, { search })).rows).toHaveLength(2);
      expect((await list({ world }, { search, status: ["4xx"] })).rows).toHaveLength(1);
    }
  });

  test("finds the calls about a claim by either of its identifiers, in its own world only", async () => {
    const [{ contexts }, other] = [await makePartner(), await makePartner()];
    const { world } = contexts.development;
    const { id, claimId } = await insertSampleClaim(world.id);
    await insertCalls(world.id, [
      { at: ctx.realTime, subjectId: id },
      { at: ctx.realTime, subjectId: claimId ?? "", status: 404, errorCode: 2001 },
      { at: ctx.realTime, subjectId: null },
    ]);
    await insertCalls(other.contexts.development.world.id, [{ at: ctx.realTime, subjectId: id }]);
    await indexNow();
    for (const search of [id, claimId ?? "", claimId?.toLowerCase() ?? ""]) {
      expect((await list({ world }, { search })).rows).toHaveLength(2);
      expect((await list(other.contexts.development, { search })).rows).toHaveLength(search === id ? 1 : 0);
    }
  });
});
