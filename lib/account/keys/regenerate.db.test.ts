import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { listOfWorld } from "#lib/account/keys/list.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerate, regenerateOwn } from "#lib/account/keys/regenerate.ts";
import { report } from "#lib/account/keys/reports.ts";
import { endOwn } from "#lib/account/keys/revoke.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { activityListQuery, list as listActivity } from "#lib/developer/activity/list.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { AuthenticationStale, NotFound } from "#lib/platform/errors/user-error.ts";

await useOwnDatabase();
const mails = await useMailServer();

const now = new Date("2027-01-01T10:00:00.000Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** A partner with two owners and a member, whose Development key an owner can regenerate. */
async function makeOwners() {
  const made = await makeOwner();
  const second = await makeUser({ role: "owner", partnerId: made.id });
  await makeUser({ role: "member", partnerId: made.id });
  await mails.deliver();
  mails.received.length = 0;
  const at = (hours: number) => made.owner("development", inHours(hours));
  const statesAt = async (hours: number) => (await listOfWorld(at(hours))).map(({ id, state }) => ({ id, state }));
  return { ...made, second, at, statesAt, current: made.keys.development };
}

describe("an owner regenerates the Development key", () => {
  // rules/access.md#keys-8
  test.each([
    [0, "revoked", "revoked"],
    [1, "expiring", "expired"],
    [24, "expiring", "expired"],
    [168, "expiring", "expired"],
  ] as const)("with an overlap of %i hours, in which both keys work", async (overlap, meanwhile, afterwards) => {
    const { at, statesAt, current } = await makeOwners();
    const next = await regenerateOwn(at(0), { keyId: current.id, overlap });
    expect(await findKey(next.text)).toMatchObject({ id: next.id, revokedAt: null, expiresAt: null });
    expect(await statesAt(overlap * 0.99)).toEqual([
      { id: next.id, state: "active" },
      { id: current.id, state: meanwhile },
    ]);
    expect((await statesAt(overlap))[1]).toEqual({ id: current.id, state: afterwards });
  });

  test("and of two who do so at once one wins, and the other is told", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, second, current, id, statesAt } = await makeOwners();
      const ctx = owner("development", now);
      const other = { ...ctx, actor: { type: "user", userId: second.id, partnerId: id } as const };
      const attempts = await Promise.allSettled([ctx, other].map((each) => regenerateOwn(each, { keyId: current.id, overlap: 24 })));
      expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const refused = attempts.find((attempt) => attempt.status === "rejected");
      expect(refused?.reason).toMatchObject({ key: "keyReplacedBefore" });
      expect(await statesAt(0)).toHaveLength(2);
    }
  });

  test("and is told where support was first", async () => {
    const { at, id, current } = await makeOwners();
    await regenerate(staffAt(now), { partnerId: id, environment: "development", overlap: 24, reason: "as asked" });
    await expect(regenerateOwn(at(1), { keyId: current.id, overlap: 0 })).rejects.toMatchObject({ key: "keyReplacedBefore" });
  });

  // rules/access.md#keys-9
  test("and all owners are told by e-mail who did it and until when the old key works, without either key", async () => {
    const { at, id, current } = await makeOwners();
    const next = await regenerateOwn(at(0), { keyId: current.id, overlap: 24 });
    const people = await sql<{ email: string; role: string }[]>`select email, role from users where partner_id = ${id}`;
    // Mails of the tests before, to other partners, may still come.
    const own = () => mails.received.filter(({ to }) => people.some(({ email }) => to.includes(email)));
    await mails.deliver();
    expect(own()).toHaveLength(2);
    const owners = people.filter(({ role }) => role === "owner");
    expect(
      own()
        .flatMap(({ to }) => to)
        .toSorted(),
    ).toEqual(owners.map(({ email }) => email).toSorted());
    const text = own()[0]?.text.replaceAll("=\r\n", "") ?? "";
    expect(text).toContain("Subject: New Development key");
    for (const part of ["Ada Martin", keyPreview(next.text), keyPreview(current.text), "2 January 2027", "2 janvier 2027"]) {
      expect(text).toContain(part);
    }
    for (const key of [next, current]) expect(text).not.toContain(key.text.slice(0, 13));
  });

  test("and the act is in the activity of the partner, without either key", async () => {
    const { at, current } = await makeOwners();
    const next = await regenerateOwn(at(0), { keyId: current.id, overlap: 1 });
    await endOwn(at(0.5), current.id);
    const { rows } = await listActivity(at(1) as ContextOf["owner"], activityListQuery.parse({ action: "key.regenerated,key.revoked" }));
    expect(rows).toMatchObject([
      { action: "key.revoked", subjectId: current.id, actor: "Ada Martin", address: "192.0.2.7" },
      { action: "key.regenerated", subjectId: next.id, actor: "Ada Martin", address: "192.0.2.7" },
    ]);
    const stored = await sql`select details from audit_entries where subject_id in (${current.id}, ${next.id})`;
    for (const key of [next, current]) expect(JSON.stringify(stored)).not.toContain(key.text.slice(0, 13));
  });

  test("only with a recent proof of identity, in Development, and their own", async () => {
    const [{ owner, keys, at, current, statesAt }, stranger] = await Promise.all([makeOwners(), makeOwner()]);
    const stale = { ...at(1), session: { ...at(1).session, authenticatedAt: now } };
    await expect(regenerateOwn(stale, { keyId: current.id, overlap: 24 })).rejects.toBeInstanceOf(AuthenticationStale);
    const production = owner("production", now);
    await expect(regenerateOwn(production, { keyId: keys.production.id, overlap: 24 })).rejects.toMatchObject({
      key: "productionKeyBySupport",
    });
    for (const keyId of [stranger.keys.development.id, keys.production.id, "key_nowhere"]) {
      await expect(regenerateOwn(at(0), { keyId, overlap: 0 })).rejects.toBeInstanceOf(NotFound);
    }
    expect(await statesAt(1)).toEqual([{ id: current.id, state: "active" }]);
    expect(await listOfWorld(production)).toMatchObject([{ state: "active" }]);
  });
});

describe("a replaced key is ended early", () => {
  test("at once, which closes its report", async () => {
    const { at, current, statesAt } = await makeOwners();
    await report(at(0), current.id, { note: "It was in a log." });
    await regenerateOwn(at(0), { keyId: current.id, overlap: 168 });
    await endOwn(at(2), current.id);
    expect((await statesAt(2))[1]).toEqual({ id: current.id, state: "revoked" });
    const [filed] = await sql`select closed_by is not null as closed from key_reports where key_id = ${current.id}`;
    expect(filed).toEqual({ closed: true });
    await mails.deliver();
    expect(mails.received.filter(({ text }) => text.includes("Previous Development key revoked"))).toHaveLength(2);
  });

  test("never the current one, another's, Production's, or one that has ended", async () => {
    const [{ at, owner, current, keys, id, statesAt }, stranger] = await Promise.all([makeOwners(), makeOwner()]);
    await expect(endOwn(at(0), current.id)).rejects.toMatchObject({ key: "keyNotReplaced" });
    await regenerateOwn(at(0), { keyId: current.id, overlap: 1 });
    await expect(endOwn(at(1), current.id)).rejects.toMatchObject({ key: "keyNotReplaced" });
    await expect(endOwn(at(0), stranger.keys.development.id)).rejects.toBeInstanceOf(NotFound);
    await regenerate(staffAt(now), { partnerId: id, environment: "production", overlap: 24, reason: "rotation" });
    await expect(endOwn(owner("production", now), keys.production.id)).rejects.toMatchObject({ key: "productionKeyBySupport" });
    const stale = { ...at(0.5), session: { ...at(0.5).session, authenticatedAt: new Date(0) } };
    await expect(endOwn(stale, current.id)).rejects.toBeInstanceOf(AuthenticationStale);
    expect((await statesAt(0.5)).map(({ state }) => state)).toEqual(["active", "expiring"]);
  });

  test("once, by whoever is first", async () => {
    const { at, current } = await makeOwners();
    await regenerateOwn(at(0), { keyId: current.id, overlap: 24 });
    const attempts = await Promise.allSettled([endOwn(at(1), current.id), endOwn(at(1), current.id)]);
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
