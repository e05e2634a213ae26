import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { activityListQuery, list } from "#lib/activity/list.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { ActingContext } from "#lib/context.ts";
import { exportForPartner, exportForSupport } from "#lib/exports/export-list.ts";
import { Refusal } from "#lib/refusal.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { staffAt } from "#lib/support/staff.fixture.ts";
import { changeUser } from "#lib/users/administration.ts";
import { partnerContext } from "#lib/users/contexts.ts";
import type { Role } from "#lib/users/schema-roles.ts";
import { endSessions } from "#lib/users/sessions.ts";
import { asPerson, asStaff, contextOf, findAt, makeUser, occasion, sessionOf } from "#lib/users/users.fixture.ts";

const note = (ctx: ActingContext, action: string, subjectId: string) => db.transaction((tx) => recordAudit(tx, ctx, { action, subjectId }));

/** Somebody of a new partner, who is signed in. */
async function signIn(role: Extract<Role, "owner" | "member">) {
  const { id: partnerId } = await makePartner();
  const found = await findAt(await sessionOf(await makeUser({ role, partnerId })));
  if (found === undefined) throw new Error("The session is over.");
  return partnerContext(found, "development", occasion());
}

async function makeOwner() {
  const { contexts } = await makePartner();
  return asPerson(contexts.development, "owner");
}

test("owners see what their own partner's people and keys did, narrowed by filters; members see nothing", async () => {
  const [owner, stranger] = [await makeOwner(), await makeOwner()];
  await note(owner, "key.revealed", "key_1");
  await note(stranger, "key.revealed", "key_2");
  await note(staffAt(owner.now), "key.revoked", "key_1");
  await note(owner, "webhook.deleted", "=whk_1");
  const subjects = async (query: object) => (await list(owner, activityListQuery.parse(query))).rows.map(({ subjectId }) => subjectId);
  expect(await subjects({})).toEqual(["=whk_1", "key_1"]);
  expect(await subjects({ action: "key.revealed,key.copied" })).toEqual(["key_1"]);
  expect(await subjects({ person: owner.user.id, search: "=whk_1" })).toEqual(["=whk_1"]);
  expect(await subjects({ person: "usr_other" })).toEqual([]);
  await expect(list({ ...owner, user: { ...owner.user, role: "member" } }, activityListQuery.parse({}))).rejects.toBeInstanceOf(Refusal);
});

test("an export holds every row that fits the filters, beyond the first page, without formulas, and is noted", async () => {
  const owner = await signIn("owner");
  for (let place = 0; place < 230; place += 1) await note(owner, place % 2 === 0 ? "key.revealed" : "key.copied", `=row ${place}`);
  const file = await exportForPartner(owner, "activity", { action: "key.revealed" });
  const lines = (await text(file.content)).trimEnd().split("\r\n");
  expect(lines[0]).toBe("id,at,action,subjectId,actor,address");
  expect(lines.slice(1).map((line) => /'=row (\d+)/.exec(line)?.[1])).toEqual(
    Array.from({ length: 115 }, (_, row) => String(228 - 2 * row)),
  );
  const [noted] =
    await sql`select subject_id, details from audit_entries where action = 'list.exported' and actor ->> 'partnerId' = ${owner.world.partnerId}`;
  expect(noted).toEqual({
    subject_id: "activity",
    details: { list: "activity", environment: "development", filters: { action: "key.revealed" } },
  });
});

test("a member exports what members see, and nothing of the developers'", async () => {
  const member = await signIn("member");
  expect(await text((await exportForPartner(member, "contracts", {})).content)).toMatch(/^cid,uid,[^\n]*\r\n$/);
  await expect(exportForPartner(member, "calls", {})).rejects.toBeInstanceOf(Refusal);
});

test("claim handlers export claims, and nothing that is support's alone", async () => {
  const handler = await contextOf(await makeUser("handler"));
  expect(await text((await exportForSupport(handler, "claims", {})).content)).toMatch(/^id,claimId,/);
  for (const name of ["audit", "keys", "partners", "renters"] as const) {
    await expect(exportForSupport(handler, name, {})).rejects.toMatchObject({ key: "supportOnly" });
  }
});

test.each<[string, (userId: string) => Promise<unknown>]>([
  ["is signed out", (userId) => db.transaction((tx) => endSessions(tx, userId, asStaff.now))],
  ["is disabled", (userId) => changeUser(asStaff, userId, { disabled: true, reason: "asked by phone" })],
  ["has another role", (userId) => changeUser(asStaff, userId, { role: "member", reason: "asked by phone" })],
])("an export ends, cut off, when its reader %s", async (_case, end) => {
  const owner = await signIn("owner");
  // Of five pages the stream reads one ahead.
  for (let place = 0; place < 450; place += 1) await note(owner, "key.revealed", `row ${place}`);
  const { content } = await exportForPartner(owner, "activity", { action: "key.revealed" });
  await once(content, "readable");
  await end(owner.user.id);
  await expect(text(content)).rejects.toMatchObject({ key: "signedOut" });
});
