import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "#db/client.ts";
import { auditEntries } from "#db/schema/security.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { reveal } from "#lib/account/keys/reveal.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

const now = new Date("2027-01-01T10:00:00.000Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const auditOf = (keyId: string) => db.select().from(auditEntries).where(eq(auditEntries.subjectId, keyId)).orderBy(auditEntries.id);

describe("a revealed key", () => {
  test("is returned in full, in either environment", async () => {
    const { owner, keys } = await makeOwner();
    for (const environment of ["development", "production"] as const) {
      const { id, text } = keys[environment];
      expect(await reveal(owner(environment, now), id, "reveal")).toEqual({ text });
    }
  });

  // rules/authority.md#roles-9
  test("is for developers too in Development, and for owners alone in Production, without an audit entry", async () => {
    const { makeDeveloper, keys } = await makeOwner();
    const developer = await makeDeveloper();
    const { development, production } = keys;
    expect(await reveal(developer("development", now), development.id, "copy")).toEqual({ text: development.text });
    await expect(reveal(developer("production", now), production.id, "copy")).rejects.toMatchObject({ key: "ownerOnly" });
    expect([await auditOf(development.id), await auditOf(production.id)]).toMatchObject([[{ action: "key.copied" }], []]);
  });

  // rules/access.md#keys-10
  test.each([
    ["reveal", "key.revealed"],
    ["copy", "key.copied"],
  ] as const)("by %s is audited with user, key and address, and without the key itself", async (purpose, action) => {
    const { owner, ownerId, id, keys } = await makeOwner();
    const key = keys.production;
    await reveal(owner("production", now), key.id, purpose);
    const entries = await auditOf(key.id);
    expect(entries).toMatchObject([
      {
        action,
        at: now,
        actor: { type: "user", userId: ownerId, partnerId: id },
        address: "192.0.2.7",
        details: { preview: key.text.slice(0, 12) },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.text.slice(0, 13));
  });

  test("of another partner or environment, or an unknown one, is not found and not audited", async () => {
    const [{ owner, keys }, stranger] = await Promise.all([makeOwner(), makeOwner()]);
    for (const id of [stranger.keys.production.id, keys.development.id, "key_nowhere"]) {
      await expect(reveal(owner("production", now), id, "reveal")).rejects.toBeInstanceOf(NotFound);
      expect(await auditOf(id)).toEqual([]);
    }
  });

  test("is returned until the end of its overlap", async () => {
    const { owner, id, keys } = await makeOwner();
    const before = keys.production;
    const next = await regenerate(staffAt(now), { partnerId: id, environment: "production", overlap: 1, reason: "rotation" });
    expect(await reveal(owner("production", inHours(0.5)), before.id, "copy")).toEqual({ text: before.text });
    await expect(reveal(owner("production", inHours(1)), before.id, "copy")).rejects.toMatchObject({ key: "keyNotWorking" });
    expect(await reveal(owner("production", inHours(1)), next.id, "copy")).toEqual({ text: next.text });
  });

  test("is not returned once it is revoked", async () => {
    const { owner, keys } = await makeOwner();
    await revoke(staffAt(now), keys.production.id, "leaked");
    const asked = reveal(owner("production", inHours(1)), keys.production.id, "reveal");
    await expect(asked).rejects.toBeInstanceOf(UserError);
    await expect(asked).rejects.not.toBeInstanceOf(NotFound);
    expect((await auditOf(keys.production.id)).map(({ action }) => action)).toEqual(["key.revoked"]);
  });
});
