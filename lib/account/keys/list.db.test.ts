import { afterEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { listForSupport, listKeys, listOfWorld } from "#lib/account/keys/list.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { readImpact } from "#lib/account/keys/request-counts.ts";
import { keyListQuery } from "#lib/account/keys/requests.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";

const now = new Date("2027-01-01T10:00:00.000Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe("an owner's list of keys", () => {
  test("has the keys of one environment, and never a whole key", async () => {
    const { owner, keys } = await makeOwner();
    await makeOwner();
    await sql`update api_keys set last_used_at = ${inHours(0)} where id = ${keys.production.id}`;
    const listed = await listOfWorld(owner("production", now));
    expect(listed).toEqual([
      {
        id: keys.production.id,
        preview: keys.production.text.slice(0, 12),
        state: "active",
        createdAt: new Date("2027-01-01T09:00:00.000Z"),
        lastUsedAt: now,
        expiresAt: null,
        revokedAt: null,
        reason: null,
        replacedAt: null,
        isRotated: false,
        report: null,
        use: { calls: 0, errors: 0, address: null, sinceReplaced: null },
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(keys.production.text.slice(0, 13));
  });

  test("shows when each was replaced, why, and until when it still works", async () => {
    const { owner, id, keys } = await makeOwner();
    const input = { partnerId: id, environment: "production" } as const;
    const second = await regenerate(staffAt(now), { ...input, overlap: 24, reason: "the yearly rotation" });
    const third = await regenerate(staffAt(inHours(1)), { ...input, overlap: 168, reason: "once more" });
    const expected = [
      { id: third.id, state: "active", isRotated: true, replacedAt: null, expiresAt: null, reason: null },
      { id: second.id, state: "expiring", isRotated: true, replacedAt: inHours(1), expiresAt: inHours(169), reason: "once more" },
      {
        id: keys.production.id,
        state: "expiring",
        isRotated: false,
        replacedAt: now,
        expiresAt: inHours(24),
        reason: "the yearly rotation",
      },
    ];
    expect(await listOfWorld(owner("production", inHours(2)))).toMatchObject(expected);
    expect((await listOfWorld(owner("production", inHours(24)))).map(({ state }) => state)).toEqual(["active", "expiring", "expired"]);
    await revoke(staffAt(inHours(3)), second.id, "it has leaked, too");
    expect((await listOfWorld(owner("production", inHours(4))))[1]).toMatchObject({ state: "revoked", reason: "it has leaked, too" });
  });

  test("lets of two colleagues who regenerate one key only the first do so", async () => {
    const { id, keys } = await makeOwner();
    const ask = { partnerId: id, environment: "production", overlap: 0, reason: "leaked", seen: [keys.production.id] } as const;
    const outcomes = await Promise.allSettled([regenerate(staffAt(now), ask), regenerate(staffAt(now), ask)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { key: "keyReplacedBefore" } });
    const [first] = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.id] : []));
    const working = (await listKeys(id)).filter(({ environment, revokedAt }) => environment === "production" && revokedAt === null);
    expect(
      working.map((key) => key.id),
      "what the partner is told works",
    ).toEqual([first]);
    const again = await regenerate(staffAt(now), { ...ask, seen: [first ?? ""] });
    expect(again.id, "by one who has seen the new one").not.toBe(first);
  });

  test("keeps the end of replaced keys when a later key is issued without an overlap", async () => {
    const { owner, id } = await makeOwner();
    const input = { partnerId: id, environment: "production" } as const;
    await regenerate(staffAt(now), { ...input, overlap: 1, reason: "rotation" });
    await regenerate(staffAt(inHours(2)), { ...input, overlap: 0, reason: "leaked" });
    const [, second, first] = await listOfWorld(owner("production", inHours(3)));
    expect(second).toMatchObject({ state: "revoked", revokedAt: inHours(2), reason: "leaked" });
    expect(first).toMatchObject({ state: "expired", expiresAt: inHours(1), revokedAt: null, reason: "rotation" });
  });

  test("contains no whole key, even if support's reason quoted one", async () => {
    const { owner, keys } = await makeOwner();
    const { id, text } = keys.production;
    await revoke(staffAt(now), id, `${text} was found on a page`);
    const traces = [await listOfWorld(owner("production", now)), await sql`select * from audit_entries where subject_id = ${id}`];
    expect(JSON.stringify(traces)).not.toContain(text.slice(0, 13));
  });
});

const ctx = staffAt(new Date());
const staffInHours = (hours: number) => staffAt(new Date(ctx.now.getTime() + hours * 3_600_000));
type Made = Awaited<ReturnType<typeof makePartner>>;

afterEach(flushCalls);

function call({ worlds, keys }: Made, settings: Partial<Pick<CallRecord, "ip" | "keyId" | "at" | "source">> = {}): string {
  const executionId = newId("exec");
  recordCall({
    executionId,
    at: settings.at ?? new Date(),
    worldId: worlds.production.id,
    keyId: settings.keyId ?? keys.production.id,
    method: "GET",
    path: "/v2/renters",
    endpoint: "retrieveRenters",
    preview: false,
    subjectId: null,
    query: "",
    requestBody: null,
    responseBody: null,
    status: 200,
    errorCode: null,
    durationMicros: 900,
    ip: settings.ip ?? "192.0.2.1",
    userAgent: "tests",
    source: settings.source ?? null,
  });
  return executionId;
}

const keysOf = async (query: object, at = ctx) => (await listForSupport(at, keyListQuery.parse(query))).rows;

describe("support's list of keys", () => {
  test("shows of each key whether it works at this moment", async () => {
    const { id, keys } = await makePartner();
    const input = { partnerId: id, environment: "production", reason: "leaked" } as const;
    const second = await regenerate(ctx, { ...input, overlap: 1 });
    await revoke(ctx, keys.development.id, "unused");
    const statesAt = async (at: typeof ctx) => Object.fromEntries((await keysOf({ partner: id }, at)).map((key) => [key.id, key.state]));
    const always = { [keys.development.id]: "revoked", [second.id]: "active" };
    expect(await statesAt(ctx)).toEqual({ ...always, [keys.production.id]: "expiring" });
    expect(await statesAt(staffInHours(1))).toEqual({ ...always, [keys.production.id]: "expired" });
    expect((await keysOf({ partner: id, state: "expiring,active" })).map((key) => key.id)).toEqual([second.id, keys.production.id]);
    expect((await keysOf({ partner: id, environment: "development" })).map((key) => key.id)).toEqual([keys.development.id]);
  });

  test("finds a key by its beginning even when all of it is pasted, and never returns more of it", async () => {
    const { id, keys } = await makePartner();
    for (const search of [keys.production.text, keys.production.text.slice(0, 12), keys.production.id]) {
      const found = await keysOf({ search, partner: id });
      expect(found.map((key) => key.id)).toEqual([keys.production.id]);
      expect(JSON.stringify(found)).not.toContain(keys.production.text.slice(0, 14));
    }
    expect(await keysOf({ search: "cg_live_%", partner: id })).toEqual([]);
  });
});

describe("the impact of a key", () => {
  // rules/access.md#keys-12
  test("has its own calls of the last 24 hours, and its last caller", async () => {
    const made = await makePartner();
    const other = await makePartner();
    call(made, { ip: "192.0.2.1" });
    call(other);
    call(made, { keyId: "key_of_before" });
    const last = call(made, { ip: "198.51.100.7" });
    await flushCalls();
    expect(await readImpact(staffAt(new Date()), made.keys.production.id)).toMatchObject({
      calls: 2,
      lastUsedAt: expect.any(Date) as Date,
      lastCall: { executionId: last, ip: "198.51.100.7", userAgent: "tests" },
    });
    expect(await readImpact(staffInHours(25), made.keys.production.id)).toMatchObject({ calls: 0, lastCall: { executionId: last } });
  });

  test("has the time of the last call, though `lastUsedAt` is written once a minute", async () => {
    const made = await makePartner();
    call(made);
    await flushCalls();
    const at = new Date(Date.now() + 20_000);
    call(made, { at });
    await flushCalls();
    expect(await readImpact(staffInHours(1), made.keys.production.id)).toMatchObject({ lastUsedAt: at, lastCall: { at } });
  });

  test("has the partner's own calls only; Try it and recipes are left out", async () => {
    const made = await makePartner();
    const own = call(made, { ip: "192.0.2.1" });
    for (const source of ["try_it", "recipe"] as const) call(made, { ip: "198.51.100.7", source });
    await flushCalls();
    expect(await readImpact(staffInHours(1), made.keys.production.id)).toMatchObject({ calls: 1, lastCall: { executionId: own } });
  });

  test("is empty for an unused key", async () => {
    const { keys } = await makePartner();
    expect(await readImpact(ctx, keys.development.id)).toMatchObject({ calls: 0, lastUsedAt: null, lastCall: null });
  });

  test("is not found for an unknown key", async () => {
    await expect(readImpact(ctx, "key_nowhere")).rejects.toBeInstanceOf(NotFound);
  });
});
