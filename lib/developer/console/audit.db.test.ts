import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { auditListQuery, list } from "#lib/account/audit/list.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import { changePartner } from "#lib/account/partners/change.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { replaceLinkAtTerminal } from "#lib/account/users/password-links.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { invitationTo } from "#lib/account/users/users.fixture.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const now = new Date();
const ctx = staffAt(now);
const operator = operatorContext("tests", now);
const ask = (query: object) => list(ctx, auditListQuery.parse(query));
const actionsFor = async (query: object) => (await ask(query)).rows.map(({ action }) => action);

describe("the audit log", () => {
  // rules/authority.md#audit-1
  test("shows what was done to a partner, its keys and its users, by whom and why", async () => {
    const { id, keys } = await makePartner();
    await revoke(ctx, keys.production.id, "leaked");
    await regenerate(ctx, { partnerId: id, environment: "production", overlap: 24, reason: "the one before leaked" });
    await changePartner(ctx, id, { seen: {}, changes: { requestsPerMinute: 900 }, reason: "a big customer" });
    const { userId } = await inviteAtTerminal(operator, invitationTo(id));
    await replaceLinkAtTerminal(operator, userId, "lost her link");
    await changeUser(operator, userId, { role: "member", reason: "moved to sales" });
    const { rows } = await ask({ subject: id });
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      // Created after the moment of the other entries.
      ["partner.created", null],
      ["user.changed", "moved to sales"],
      ["user.linkRenewed", "lost her link"],
      ["user.invited", null],
      ["partner.changed", "a big customer"],
      ["key.regenerated", "the one before leaked"],
      ["key.revoked", "leaked"],
    ]);
    expect(rows[4]).toMatchObject({
      at: now,
      actor: { type: "staff", name: "Tests of support", id: "usr_tests", partner: null },
      address: "192.0.2.9",
    });
    expect(rows.find(({ action }) => action === "key.regenerated")?.details).toEqual({
      partnerId: id,
      environment: "production",
      overlapHours: 24,
    });
    expect(await actionsFor({ subject: keys.production.id })).toEqual(["key.revoked"]);
    expect(await actionsFor({ subject: id, action: "key.revoked,partner.created" })).toEqual(["partner.created", "key.revoked"]);
  });

  // rules/authority.md#audit-2
  test("contains no API key that a reason quotes", async () => {
    const { id, keys } = await makePartner();
    const { text } = keys.production;
    await changePartner(ctx, id, { seen: {}, changes: { requestsPerMinute: 900 }, reason: `${text} is busy` });
    const { rows } = await ask({ subject: id, action: "partner.changed" });
    expect(rows.map(({ reason }) => reason)).toEqual([`${keyPreview(text)} is busy`]);
  });

  test("names a partner's users and their addresses", async () => {
    const partner = await makePartner();
    const email = `${randomUUID()}@example.com`;
    const { userId } = await inviteAtTerminal(operator, { partnerId: partner.id, role: "owner", email, name: "Ada 100%" });
    const actor = { type: "user", userId, partnerId: partner.id } as const;
    await db.transaction((tx) =>
      recordAudit(tx, { now, actor, address: "192.0.2.7" }, { action: "user.signedIn", subjectId: userId, details: { by: "password" } }),
    );
    const expected = { type: "user", name: "Ada 100%", id: userId, partner: { id: partner.id } };
    for (const search of [userId, email.toUpperCase(), partner.id]) {
      const { rows } = await ask({ actor: search });
      expect(rows).toMatchObject([{ actor: expected, address: "192.0.2.7", details: { by: "password" } }]);
    }
    expect(await actionsFor({ actor: email, subject: "ptn_other" })).toEqual([]);
  });

  test("can be paged in both directions, without a gap or a repetition", async () => {
    const subject = randomUUID();
    await db.transaction(async (tx) => {
      for (const reason of "01234") await recordAudit(tx, ctx, { action: "key.revoked", subjectId: subject, reason });
    });
    const reasons = async (query: object) => {
      const page = await ask({ subject, limit: "2", ...query });
      return { ...page, reasons: page.rows.map(({ reason }) => reason).join("") };
    };
    const first = await reasons({});
    const second = await reasons({ before: first.older });
    const third = await reasons({ before: second.older });
    expect([first.reasons, second.reasons, third.reasons]).toEqual(["43", "21", "0"]);
    expect(third.older).toBeNull();
    expect((await reasons({ after: third.newer })).reasons).toBe("21");
  });

  // rules/authority.md#audit-1
  test.each([
    ["changed", () => sql`update audit_entries set reason = 'another'`],
    ["deleted", () => sql`delete from audit_entries`],
    ["emptied", () => sql`truncate audit_entries`],
  ])("cannot be %s, even with the database's password", async (_change, attempt) => {
    const subject = randomUUID();
    await db.transaction((tx) => recordAudit(tx, ctx, { action: "key.revoked", subjectId: subject, reason: "leaked" }));
    await expect(attempt()).rejects.toThrow("append-only");
    expect((await ask({ subject })).rows).toMatchObject([{ reason: "leaked" }]);
  });

  test("can be searched by time", async () => {
    const subject = randomUUID();
    await db.transaction((tx) => recordAudit(tx, ctx, { action: "key.revoked", subjectId: subject }));
    const after = new Date(now.getTime() + 1).toISOString();
    expect(await actionsFor({ subject, from: now.toISOString(), to: after })).toEqual(["key.revoked"]);
    expect(await actionsFor({ subject, from: after })).toEqual([]);
    expect(await actionsFor({ subject, to: now.toISOString() })).toEqual([]);
  });
});
