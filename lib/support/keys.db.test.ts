import { afterEach, describe, expect, test } from "vitest";
import { flushCalls, recordCall } from "#lib/calls/record.ts";
import { newId } from "#lib/ids.ts";
import { readImpact } from "#lib/keys/impact.ts";
import { listForSupport } from "#lib/keys/list-for-support.ts";
import { regenerate } from "#lib/keys/regenerate.ts";
import { revoke } from "#lib/keys/revoke.ts";
import { NotFound } from "#lib/refusal.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { keyListQuery } from "#lib/support/schema.ts";
import { staffAt } from "#lib/support/staff.fixture.ts";

const ctx = staffAt(new Date());
const inHours = (hours: number) => staffAt(new Date(ctx.now.getTime() + hours * 3_600_000));
type Made = Awaited<ReturnType<typeof makePartner>>;

afterEach(flushCalls);

/** Puts a call into the log as the API does. */
function call({ worlds, keys }: Made, settings: { ip?: string; keyId?: string } = {}): string {
  const executionId = newId("exec");
  recordCall({
    executionId,
    at: new Date(),
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
  });
  return executionId;
}

const keysOf = async (query: object, at = ctx) => (await listForSupport(at, keyListQuery.parse(query))).rows;

describe("the list of keys", () => {
  test("says of each key whether it works at this moment", async () => {
    const { id, keys } = await makePartner();
    const input = { partnerId: id, environment: "production", reason: "leaked" } as const;
    const second = await regenerate(ctx, { ...input, overlap: 1 });
    await revoke(ctx, keys.development.id, "unused");
    const statesAt = async (at: typeof ctx) => Object.fromEntries((await keysOf({ partner: id }, at)).map((key) => [key.id, key.state]));
    const always = { [keys.development.id]: "revoked", [second.id]: "active" };
    expect(await statesAt(ctx)).toEqual({ ...always, [keys.production.id]: "expiring" });
    expect(await statesAt(inHours(1))).toEqual({ ...always, [keys.production.id]: "expired" });
    expect((await keysOf({ partner: id, state: "expiring,active" })).map((key) => key.id)).toEqual([second.id, keys.production.id]);
    expect((await keysOf({ partner: id, environment: "development" })).map((key) => key.id)).toEqual([keys.development.id]);
  });

  test("finds a key by its beginning, even when all of it is pasted, and never answers more", async () => {
    const { id, keys } = await makePartner();
    for (const search of [keys.production.text, keys.production.text.slice(0, 12), keys.production.id]) {
      const found = await keysOf({ search, partner: id });
      expect(found.map((key) => key.id)).toEqual([keys.production.id]);
      expect(JSON.stringify(found)).not.toContain(keys.production.text.slice(0, 14));
    }
    expect(await keysOf({ search: "cg_live_%", partner: id })).toEqual([]);
  });
});

describe("what would break without a key", () => {
  test("are its own calls of the last 24 hours, and who made the last", async () => {
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
    expect(await readImpact(inHours(25), made.keys.production.id)).toMatchObject({ calls: 0, lastCall: { executionId: last } });
  });

  test("is nothing where it was never used", async () => {
    const { keys } = await makePartner();
    expect(await readImpact(ctx, keys.development.id)).toMatchObject({ calls: 0, lastUsedAt: null, lastCall: null });
  });

  test("is not told of a key that is not there", async () => {
    await expect(readImpact(ctx, "key_nowhere")).rejects.toBeInstanceOf(NotFound);
  });
});
