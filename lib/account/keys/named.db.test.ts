import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { createNamed, renameKey, restrictKey } from "#lib/account/keys/change-named.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { listNamed, listOfWorld } from "#lib/account/keys/list.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import type { SignedInOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { namedKeyInput } from "#lib/account/keys/requests.ts";
import type { NamedKeyInput } from "#lib/account/keys/requests.ts";
import { openOwnKey, reveal } from "#lib/account/keys/reveal.ts";
import { endNamed, revoke } from "#lib/account/keys/revoke.ts";
import { maxNamedKeys } from "#lib/account/keys/schema.ts";
import { freshSession } from "#lib/account/users/users.fixture.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { environments } from "#lib/platform/environments.ts";
import { AuthenticationStale, NotFound } from "#lib/platform/errors/user-error.ts";
import { openBody } from "#lib/platform/mail/mailbox.ts";

await useOwnDatabase();
const mails = await useMailServer();

const now = new Date("2027-01-01T10:00:00.000Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const input = (settings: Partial<NamedKeyInput> = {}): NamedKeyInput => ({
  name: randomUUID(),
  rights: ["read"],
  expiresAt: null,
  ...settings,
});

async function auditOf(keyId: string) {
  return sql<{ action: string; details: object }[]>`select action, details from audit_entries where subject_id = ${keyId} order by id`;
}

describe("a named key", () => {
  // rules/access.md#named-1, #named-3
  test.each(environments)("of %s is found by its text with its rights, and is on record without it", async (environment) => {
    const { owner, ownerId, worlds } = await makeOwner();
    const ctx = owner(environment, now);
    const created = await createNamed(ctx, input({ name: "Till", rights: ["claims:read", "contracts:write", "contracts:read"] }));
    expect(await findKey(created.text)).toMatchObject({
      id: created.id,
      world: worlds[environment],
      rights: ["contracts:write", "claims:read"],
    });
    const [name] = await sql<{ name: string }[]>`select name from users where id = ${ownerId}`;
    const listed = await listNamed(ctx);
    expect(listed).toMatchObject([
      { id: created.id, name: "Till", state: "active", createdBy: name?.name, expiresAt: null, use: { calls: 0 } },
    ]);
    const entries = await auditOf(created.id);
    expect(entries).toMatchObject([{ action: "key.created", details: { name: "Till", rights: ["contracts:write", "claims:read"] } }]);
    expect(JSON.stringify([listed, entries])).not.toContain(created.text.slice(0, 14));
    await restrictKey(ctx, created.id, { rights: ["read"], expiresAt: inHours(1) });
    expect(await listNamed(ctx), "an expiry is no replacement").toMatchObject([{ state: "active", expiresAt: inHours(1) }]);
  });

  // rules/authority.md#roles-9
  test("is created by developers in Development only, and says who made it", async () => {
    const { makeDeveloper, worlds } = await makeOwner();
    const developer = await makeDeveloper();
    const ctx = developer("development", now);
    await createNamed(ctx, input({ name: "Laptop" }));
    expect(await listNamed(ctx)).toMatchObject([{ name: "Laptop", createdBy: "Ada Martin" }]);
    const [mail] = await sql<
      { id: string; body: string }[]
    >`select id, body from notices where partner_id = ${ctx.actor.partnerId} limit 1`;
    expect(openBody(mail?.body ?? "", mail?.id ?? "")).toContain("Ada Martin created the key");
    await expect(createNamed(developer("production", now), input({ name: "Laptop" }))).rejects.toMatchObject({ key: "ownerOnly" });
    expect(await listNamed({ ...ctx, world: worlds.production })).toEqual([]);
  });

  // rules/access.md#named-2
  test("is revoked by the developer who created it in Development, and by no other developer", async () => {
    const { owner, makeDeveloper } = await makeOwner();
    const [developer, colleague] = [await makeDeveloper(), await makeDeveloper()];
    const [mine, theirs] = [developer("development", now), colleague("development", now)];
    const [laptop, shared] = [await createNamed(mine, input()), await createNamed(owner("development", now), input())];
    const live = await createNamed(owner("production", now), input());
    await expect(endNamed(theirs, laptop.id)).rejects.toMatchObject({ key: "ownerOnly" });
    await expect(endNamed(mine, shared.id)).rejects.toMatchObject({ key: "ownerOnly" });
    await expect(endNamed(developer("production", now), live.id)).rejects.toMatchObject({ key: "ownerOnly" });
    const own = (keys: Awaited<ReturnType<typeof listNamed>>) => keys.flatMap(({ id, isOwn }) => (isOwn ? id : []));
    expect([own(await listNamed(mine)), own(await listNamed(theirs))]).toEqual([[laptop.id], []]);
    await endNamed(mine, laptop.id);
    expect(await findKey(laptop.text)).toMatchObject({ revokedAt: now });
    expect((await listNamed(mine)).find(({ id }) => id === laptop.id)).toMatchObject({ state: "revoked" });
  });

  // rules/access.md#named-5
  test("is not among the keys that an environment's key replaced, and leaves it in place", async () => {
    const { owner, id, keys } = await makeOwner();
    const ctx = owner("production", now);
    const named = await createNamed(ctx, input());
    expect((await listOfWorld(ctx)).map((key) => key.id)).toEqual([keys.production.id]);
    expect(await openOwnKey(ctx)).toBe(keys.production.text);
    await regenerate(staffAt(inHours(1)), {
      partnerId: id,
      environment: "production",
      overlap: 0,
      reason: "leaked",
      seen: [keys.production.id],
    });
    expect(await findKey(named.text)).toMatchObject({ revokedAt: null, expiresAt: null });
  });

  // rules/access.md#named-4
  test("is shown once", async () => {
    const { owner } = await makeOwner();
    const ctx = owner("production", now);
    const { id } = await createNamed(ctx, input());
    await expect(reveal(ctx, id, "reveal")).rejects.toMatchObject({ key: "keyShownOnce" });
  });

  // rules/access.md#named-2
  test("needs a recent proof of identity to be created, renamed, restricted or ended", async () => {
    const { owner } = await makeOwner();
    const ctx = owner("development", now);
    const stale: SignedInOwner = { ...ctx, session: freshSession(inHours(-1)) };
    const { id } = await createNamed(ctx, input({ name: "Till" }));
    const attempts = [createNamed(stale, input()), renameKey(stale, id, "x"), restrictKey(stale, id, input()), endNamed(stale, id)];
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason instanceof AuthenticationStale)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await listNamed(ctx)).toMatchObject([{ id, name: "Till", rights: ["read"], state: "active" }]);
  });

  test("is renamed, restricted and ended, each on record and by e-mail to the owners", async () => {
    const { owner, ownerId } = await makeOwner();
    const ctx = owner("production", now);
    const { id, text } = await createNamed(ctx, input({ name: "Till", rights: ["full"] }));
    await renameKey(ctx, id, "Till of Lyon");
    await restrictKey(ctx, id, { rights: ["claims:write"], expiresAt: inHours(24) });
    expect(await findKey(text)).toMatchObject({ rights: ["claims:write"], expiresAt: inHours(24) });
    await endNamed(ctx, id);
    expect(await listNamed(ctx)).toMatchObject([{ name: "Till of Lyon", state: "revoked", use: null }]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["key.created", "key.renamed", "key.restricted", "key.revoked"]);
    const [user] = await sql<{ email: string }[]>`select email from users where id = ${ownerId}`;
    await mails.deliver();
    const own = mails.received.filter(({ to }) => to.includes(user?.email ?? "")).map((mail) => mail.text.replaceAll("=\r\n", ""));
    const subjects = ["API key created", "Rights of an API key changed", "API key revoked"];
    expect(own.flatMap((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1] ?? []).toSorted()).toEqual(subjects.toSorted());
    expect(own.join("\n")).toContain("claims:write");
    expect(own.join("\n")).not.toContain(text.slice(0, 14));
    await expect(endNamed(ctx, id)).rejects.toMatchObject({ key: "keyNotWorking" });
  });

  test("of another world does not exist, and the key of the environment cannot be changed", async () => {
    const [mine, theirs] = await Promise.all([makeOwner(), makeOwner()]);
    const foreign = await createNamed(theirs.owner("production", now), input());
    const ctx = mine.owner("production", now);
    await expect(endNamed(ctx, foreign.id)).rejects.toBeInstanceOf(NotFound);
    await expect(restrictKey(ctx, mine.keys.production.id, input())).rejects.toMatchObject({ key: "keyOfEnvironment" });
  });

  test("that support revoked stays revoked", async () => {
    const { owner } = await makeOwner();
    const ctx = owner("production", now);
    const { id } = await createNamed(ctx, input());
    await revoke(staffAt(now), id, "leaked");
    expect(await listNamed(ctx)).toMatchObject([{ state: "revoked", reason: "leaked" }]);
    await expect(renameKey(ctx, id, "x")).rejects.toMatchObject({ key: "keyNotWorking" });
  });

  test("has a name of its own among those that work", async () => {
    const { owner } = await makeOwner();
    const ctx = owner("production", now);
    const first = await createNamed(ctx, input({ name: "Till" }));
    const second = await createNamed(ctx, input({ name: "Web" }));
    await expect(createNamed(ctx, input({ name: "Till" }))).rejects.toMatchObject({ key: "keyNameTaken" });
    await expect(renameKey(ctx, second.id, "Till")).rejects.toMatchObject({ key: "keyNameTaken" });
    await renameKey(ctx, first.id, "Till");
    await endNamed(ctx, first.id);
    await renameKey(ctx, second.id, "Till");
    const both = await Promise.allSettled([1, 2].map(() => createNamed(ctx, input({ name: "Web" }))));
    expect(both.map(({ status }) => status).toSorted(), "of two at once").toEqual(["fulfilled", "rejected"]);
  });

  // rules/access.md#named-1
  test("is one of at most 20 that work, however many are created at once", async () => {
    const { owner } = await makeOwner();
    const ctx = owner("production", now);
    const keys = await Promise.all(Array.from({ length: maxNamedKeys - 1 }, () => createNamed(ctx, input({ expiresAt: inHours(1) }))));
    const last = await Promise.allSettled([1, 2].map(() => createNamed(ctx, input())));
    expect(last.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(last.find(({ status }) => status === "rejected")).toMatchObject({ reason: { key: "tooManyKeys" } });
    await endNamed(ctx, keys[0]?.id ?? "");
    await createNamed(ctx, input());
    await expect(createNamed(ctx, input())).rejects.toMatchObject({ key: "tooManyKeys" });
    await createNamed(owner("production", inHours(1)), input());
  });

  test("expires ahead", async () => {
    const { owner } = await makeOwner();
    await expect(createNamed(owner("production", now), input({ expiresAt: now }))).rejects.toMatchObject({ key: "keyExpiryOver" });
  });

  test.each([{ name: " " }, { name: "n".repeat(61) }, { rights: [] }, { rights: ["events:write"] }, { rights: ["webhooks:read"] }])(
    "is not created with %j",
    (wrong) => {
      expect(namedKeyInput.safeParse({ ...input(), ...wrong }).success).toBe(false);
    },
  );
});
