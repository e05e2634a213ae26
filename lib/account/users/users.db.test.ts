import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeUser, endUserSessions } from "#lib/account/users/administration.ts";
import { invite, inviteAtTerminal } from "#lib/account/users/invite.ts";
import { listStaff, listUsers } from "#lib/account/users/list.ts";
import { sendPasswordLink } from "#lib/account/users/password-links.ts";
import { asAdministrator } from "#lib/account/users/roles.ts";
import { asStaff, contextOf, enter, findAt, invitationTo, makeUser, sessionOf, signInAt } from "#lib/account/users/users.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

await useOwnDatabase();
await useMailServer();

const now = signInAt;

describe("users", () => {
  test("have unique e-mail addresses", async () => {
    const user = await makeUser("support");
    const again = inviteAtTerminal(asStaff, { partnerId: null, role: "handler", email: user.email.toUpperCase(), name: "Ada" });
    await expect(again).rejects.toMatchObject({ key: "emailTaken", values: { email: user.email } });
  });

  test("cannot be invited to a partner that does not exist", async () => {
    await expect(inviteAtTerminal(asStaff, invitationTo("ptn_none"))).rejects.toMatchObject({ name: "NotFound", key: "noPartner" });
  });

  test("of one partner are listed with what support needs, and without a hash", async () => {
    const { id } = await makePartner();
    const user = await makeUser({ role: "member", partnerId: id });
    await sessionOf(user);
    const { rows } = await listUsers(asStaff, id, { limit: 10 });
    expect(rows).toEqual([
      {
        id: user.id,
        email: user.email,
        name: "Ada Martin",
        role: "member",
        disabledAt: null,
        createdAt: asStaff.now,
        lastSignInAt: now,
        hasPassword: true,
        hasSecondFactor: false,
        sessions: 1,
        isLastInCharge: false,
      },
    ]);
    expect((await listStaff(asStaff, { limit: 100 })).rows.map((each) => each.id)).not.toContain(user.id);
  });

  test("can be paged in both directions, the latest invited first", async () => {
    const { id } = await makePartner();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await makeUser({ role: "member", partnerId: id })).id);
    const ask = async (place: { before?: string; after?: string }) => {
      const page = await listUsers(asStaff, id, { ...place, limit: 2 });
      return { ...page, rows: page.rows.map((user) => user.id) };
    };
    expect(await ask({})).toEqual({ rows: ids.slice(0, 2), older: ids[1], newer: null });
    expect(await ask({ before: ids[1]! })).toEqual({ rows: ids.slice(2), older: null, newer: ids[2] });
    expect((await ask({ after: ids[2]! })).rows).toEqual(ids.slice(0, 2));
  });

  test("can only have the roles of their side", async () => {
    const { id } = await makePartner();
    const [owner, support] = [await makeUser({ role: "owner", partnerId: id }), await makeUser("support")];
    await expect(changeUser(asStaff, owner.id, { role: "support", reason: "asked by phone" })).rejects.toMatchObject({
      key: "roleOfOtherSide",
    });
    await expect(changeUser(asStaff, support.id, { role: "owner", reason: "asked by phone" })).rejects.toMatchObject({
      key: "roleOfOtherSide",
    });
    await expect(changeUser(asStaff, "usr_none", { role: "owner", reason: "asked by phone" })).rejects.toMatchObject({ name: "NotFound" });
  });

  // rules/authority.md#roles-4
  test("cannot change their own account", async () => {
    const user = await makeUser("administrator");
    const change = changeUser(asAdministrator(await contextOf(user)), user.id, { role: "support", reason: "asked by phone" });
    await expect(change).rejects.toMatchObject({ key: "ownAccount" });
  });

  test("have their changes in the audit log, without secrets", async () => {
    const user = await makeUser("handler");
    await changeUser(asStaff, user.id, { role: "support", reason: "asked by phone" });
    await sessionOf(user);
    const entries = await sql<{ action: string; text: string }[]>`
      select action, details::text as text from audit_entries where subject_id = ${user.id} order by id`;
    expect(entries.map(({ action }) => action)).toEqual(["user.invited", "user.passwordChosen", "user.changed", "user.signedIn"]);
    for (const { text } of entries) expect(text).not.toContain(user.password);
  });
});

describe("colleagues in the console", () => {
  const reason = "left the company";
  const asColleague = async () => {
    const user = await makeUser("administrator");
    return { user, ctx: asAdministrator(await contextOf(user)) };
  };

  test("end each other's sessions at once, and a disabled one is refused as if the password were wrong", async () => {
    const [{ ctx }, other] = [await asColleague(), await makeUser("handler")];
    const [first, second] = [await sessionOf(other), await sessionOf(other)];
    const sessionsOf = async () => (await listStaff(ctx, { limit: 200 })).rows.find(({ id }) => id === other.id)?.sessions;
    expect(await sessionsOf()).toBe(2);
    await endUserSessions(ctx, other.id, reason);
    expect([await findAt(first), await findAt(second), await sessionsOf()]).toEqual([undefined, undefined, 0]);
    const third = await sessionOf(other);
    await changeUser(ctx, other.id, { disabled: true, reason });
    expect(await findAt(third)).toBeUndefined();
    expect(await enter(other)).toEqual(await enter({ email: other.email, password: "not the password" }));
    await changeUser(ctx, other.id, { disabled: false, reason });
    expect(await enter(other)).toMatchObject({ outcome: "signedIn" });
    expect(await findAt(third), "a session that ended stays so").toBeUndefined();
    const entries = await sql<{ action: string; reason: string | null }[]>`
      select action, reason from audit_entries where subject_id = ${other.id} and actor ->> 'userId' = ${ctx.user.id} order by id`;
    expect(entries).toEqual(["user.sessionsEnded", "user.changed", "user.changed"].map((action) => ({ action, reason })));
  });

  test("of two who disable or demote each other at once, one remains", async () => {
    for (const change of [{ disabled: true }, { role: "handler" }] as const) {
      const pair = [await asColleague(), await asColleague()] as const;
      const [first, second] = pair;
      const outcomes = await Promise.allSettled([
        changeUser(first.ctx, second.user.id, { ...change, reason }),
        changeUser(second.ctx, first.user.id, { ...change, reason }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const left = await sql`
        select 1 from users where id in ${sql(pair.map(({ user }) => user.id))} and role = 'administrator' and disabled_at is null`;
      expect(left).toHaveLength(1);
    }
  });

  test("change nothing once they are disabled or demoted themselves, nor without a recent proof of identity", async () => {
    const other = await makeUser("handler");
    const [disabled, demoted, stale] = [await asColleague(), await asColleague(), await asColleague()];
    await changeUser(asStaff, disabled.user.id, { disabled: true, reason });
    await changeUser(asStaff, demoted.user.id, { role: "handler", reason });
    stale.ctx.session = { ...stale.ctx.session, authenticatedAt: new Date(now.getTime() - 11 * 60_000) };
    for (const [{ ctx }, key] of [
      [disabled, "signedOut"],
      [demoted, "administratorOnly"],
      [stale, "authenticationStale"],
    ] as const) {
      await expect(changeUser(ctx, other.id, { disabled: true, reason })).rejects.toMatchObject({ key });
      await expect(endUserSessions(ctx, other.id, reason)).rejects.toMatchObject({ key });
      await expect(sendPasswordLink(ctx, other.id, reason)).rejects.toMatchObject({ key });
      await expect(invite(ctx, { ...invitationTo("", { role: "support" }), partnerId: null })).rejects.toMatchObject({ key });
    }
    expect(await enter(other)).toMatchObject({ outcome: "signedIn" });
  });
});
