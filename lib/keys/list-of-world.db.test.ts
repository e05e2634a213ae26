import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { listOfWorld } from "#lib/keys/list-of-world.ts";
import { makeOwner } from "#lib/keys/owner.fixture.ts";
import { regenerate } from "#lib/keys/regenerate.ts";
import { revoke } from "#lib/keys/revoke.ts";
import { staffAt } from "#lib/support/staff.fixture.ts";

const now = new Date("2027-01-01T10:00:00.000Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe("the keys that an owner sees", () => {
  test("are those of one environment, and never the key itself", async () => {
    const { owner, keys } = await makeOwner();
    await makeOwner();
    await sql`update api_keys set last_used_at = ${inHours(0).toISOString()}::timestamptz where id = ${keys.production.id}`;
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
        answer: null,
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(keys.production.text.slice(0, 13));
  });

  test("tell when each was replaced, why, and until when it still works", async () => {
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

  test("keep how they ended when a later key is made without an overlap", async () => {
    const { owner, id } = await makeOwner();
    const input = { partnerId: id, environment: "production" } as const;
    await regenerate(staffAt(now), { ...input, overlap: 1, reason: "rotation" });
    await regenerate(staffAt(inHours(2)), { ...input, overlap: 0, reason: "leaked" });
    const [, second, first] = await listOfWorld(owner("production", inHours(3)));
    expect(second).toMatchObject({ state: "revoked", revokedAt: inHours(2), reason: "leaked" });
    expect(first).toMatchObject({ state: "expired", expiresAt: inHours(1), revokedAt: null, reason: "rotation" });
  });

  test("quote no key, even where support's reason did", async () => {
    const { owner, keys } = await makeOwner();
    const { id, text } = keys.production;
    await revoke(staffAt(now), id, `${text} was found on a page`);
    const traces = [await listOfWorld(owner("production", now)), await sql`select * from audit_entries where subject_id = ${id}`];
    expect(JSON.stringify(traces)).not.toContain(text.slice(0, 13));
  });
});
