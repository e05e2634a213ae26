import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { activityFilters } from "#lib/activity/list-filters.ts";
import { activityListQuery, list } from "#lib/activity/list.ts";
import type { AuditAction } from "#lib/audit/list-filters.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { ActingContext } from "#lib/context.ts";
import { Refusal } from "#lib/errors/refusal.ts";
import { exportForPartner, exportForSupport } from "#lib/exports/export-list.ts";
import { partnerLists } from "#lib/exports/schema.ts";
import type { PartnerListName } from "#lib/exports/schema.ts";
import { newId } from "#lib/ids.ts";
import { makeCalls } from "#lib/overview/traffic.fixture.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { flushSecurityEvents, recordSecurityEvent } from "#lib/security/note.ts";
import { staffAt } from "#lib/support/staff.fixture.ts";
import { currentTime, realMoment } from "#lib/time/clock.ts";
import { changeUser } from "#lib/users/administration.ts";
import { partnerContext } from "#lib/users/contexts.ts";
import { asOwner } from "#lib/users/roles.ts";
import type { Role } from "#lib/users/schema-roles.ts";
import { endSessions } from "#lib/users/sessions.ts";
import { asPerson, asStaff, contextOf, findAt, makeUser, requestDetails, sessionOf } from "#lib/users/users.fixture.ts";
import { create as createWebhook } from "#lib/webhooks/manage.ts";
import { attempt, emitSampleEvent, sampleSettings } from "#lib/webhooks/webhooks.fixture.ts";

const note = (ctx: ActingContext, action: AuditAction, subjectId: string) =>
  db.transaction((tx) => recordAudit(tx, ctx, { action, subjectId }));

/** Somebody of a new partner, who is signed in. */
async function signIn(role: Extract<Role, "owner" | "member">) {
  const { id: partnerId } = await makePartner();
  const found = await findAt(await sessionOf(await makeUser({ role, partnerId })));
  if (found === undefined) throw new Error("The session is over.");
  return partnerContext(found, "development", requestDetails());
}

async function makeOwner() {
  const { contexts } = await makePartner();
  return asPerson(contexts.development, "owner");
}

test("owners see the activity of their own partner's users and keys, narrowed by filters", async () => {
  const [owner, stranger] = [await makeOwner(), await makeOwner()];
  await note(owner, "key.revealed", "key_1");
  await note(stranger, "key.revealed", "key_2");
  await note(staffAt(owner.now), "key.revoked", "key_1");
  await note(owner, "webhook.deleted", "=whk_1");
  await note(owner, "webhook.secretRotated", "whk_2");
  const subjects = async (query: object) => (await list(owner, activityListQuery.parse(query))).rows.map(({ subjectId }) => subjectId);
  expect(await subjects({})).toEqual(["whk_2", "=whk_1", "key_1"]);
  expect(await subjects({ action: "webhook.secretRotated" })).toEqual(["whk_2"]);
  expect(await subjects({ action: "key.revealed,key.copied" })).toEqual(["key_1"]);
  expect(await subjects({ person: owner.user.id, search: "=whk_1" })).toEqual(["=whk_1"]);
  expect(await subjects({ person: "usr_other" })).toEqual([]);
});

test("owners are offered the actions of their own people and keys, and none of the operator's staff", () => {
  const offered: readonly string[] = activityFilters.action.values;
  const ofStaff: AuditAction[] = [
    ...(["bodies.revealed", "claim.rejected", "files.deleted", "payments.handedToBank", "person.erased", "secrets.rotated"] as const),
    ...(["template.deleted", "template.saved", "user.secondFactorsRemoved", "user.sessionsEnded"] as const),
  ];
  expect(ofStaff.filter((action) => offered.includes(action))).toEqual([]);
  const ofPartners: AuditAction[] = [
    "key.revoked",
    "call.revealed",
    "list.exported",
    "renter.attached",
    "user.signedIn",
    "user.passwordChosen",
  ];
  expect(ofPartners.filter((action) => !offered.includes(action))).toEqual([]);
});

test("an export holds every row of the filters, beyond the first page, without formulas, and is audited", async () => {
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

test("a member exports what members see, and nothing of the developer space", async () => {
  const member = await signIn("member");
  expect(await text((await exportForPartner(member, "contracts", {})).content)).toMatch(/^cid,uid,[^\n]*\r\n$/);
  await expect(exportForPartner(member, "calls", {})).rejects.toBeInstanceOf(Refusal);
});

test.each(partnerLists)("an owner exports the list of %s, each column under its name", async (name) => {
  const lines = await text((await exportForPartner(await signIn("owner"), name, {})).content);
  expect(lines).toMatch(/^[\w.]+(?:,[\w.]+)+\r\n/);
});

test("webhooks, events with their deliveries, errors and security events are exported", async () => {
  const ctx = { ...asOwner(await signIn("owner")), ...realMoment(currentTime()) };
  const webhook = await createWebhook(ctx, sampleSettings);
  const [delivery = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  await attempt(delivery, ctx.realTime, 503);
  await makeCalls(ctx, [{ status: 400, errorCode: 1012, keyId: "key_1" }]);
  const linesOf = async (name: PartnerListName, filters = {}) =>
    (await text((await exportForPartner(ctx, name, filters)).content)).split("\r\n");
  expect((await linesOf("webhooks"))[1]).toContain(`${webhook.id},${webhook.name},https://hooks.example.com/covergate?•••,true,`);
  expect((await linesOf("events"))[1]).toMatch(/^evt_.*,v2\.contract\.created,contract,.*,exec_test,,,1,,$/);
  expect((await linesOf("errors", { range: "7d", timeZone: "UTC" }))[1]).toBe("1012,createContract,1,0");
  expect((await linesOf("calls"))[1]).toContain(",key_1,");
  const subject = newId("run");
  recordSecurityEvent({ kind: "keyRevoked", subject, address: "192.0.2.1", at: ctx.realTime });
  await flushSecurityEvents();
  const support = await contextOf(await makeUser("support"));
  const [, event] = (await text((await exportForSupport(support, "security", { search: subject })).content)).split("\r\n");
  expect(event).toContain(`,keyRevoked,${subject},192.0.2.1,1,`);
});

test("claim handlers can export claims, and nothing of support's lists", async () => {
  const handler = await contextOf(await makeUser("handler"));
  expect(await text((await exportForSupport(handler, "claims", {})).content)).toMatch(/^id,claimId,partner,renter,/);
  for (const name of ["audit", "keys", "partners", "renters"] as const) {
    await expect(exportForSupport(handler, name, {})).rejects.toMatchObject({ key: "supportOnly" });
  }
});

test.each<[string, (userId: string) => Promise<unknown>]>([
  ["is signed out", (userId) => db.transaction((tx) => endSessions(tx, userId, asStaff.now))],
  ["is disabled", (userId) => changeUser(asStaff, userId, { disabled: true, reason: "asked by phone" })],
  ["has another role", (userId) => changeUser(asStaff, userId, { role: "member", reason: "asked by phone" })],
])("an export ends incomplete when its reader %s", async (_case, end) => {
  const owner = await signIn("owner");
  // Of five pages the stream reads one ahead.
  for (let place = 0; place < 450; place += 1) await note(owner, "key.revealed", `row ${place}`);
  const { content } = await exportForPartner(owner, "activity", { action: "key.revealed" });
  await once(content, "readable");
  await end(owner.user.id);
  await expect(text(content)).rejects.toMatchObject({ key: "signedOut" });
});
