import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { makePartner } from "#lib/renters/sample-world.ts";
import { changePassword } from "#lib/users/change-password.ts";
import { changeUser } from "#lib/users/change.ts";
import { choosePassword } from "#lib/users/choose-password.ts";
import { consoleContext } from "#lib/users/contexts.ts";
import { findPasswordLink } from "#lib/users/find-password-link.ts";
import { findSessionUser } from "#lib/users/find-session-user.ts";
import { invite } from "#lib/users/invite.ts";
import { listUsers } from "#lib/users/list.ts";
import { hashPassword } from "#lib/users/passwords.ts";
import { renewPasswordLink } from "#lib/users/renew-link.ts";
import { asStaff, invitationTo, makeUser } from "#lib/users/sample-users.ts";
import type { SampleUser } from "#lib/users/sample-users.ts";
import { signInByEmail } from "#lib/users/sign-in-by-email.ts";
import { signIn } from "#lib/users/sign-in.ts";
import { signOutEverywhere } from "#lib/users/sign-out-everywhere.ts";

const now = new Date("2027-01-02T09:00:00.000Z");
const newPassword = "four unrelated short words";
const anyAddress = () => randomUUID();
const enter = ({ email, password }: Pick<SampleUser, "email" | "password">) => signIn({ email, password }, { now, address: anyAddress() });

async function sessionOf(user: SampleUser) {
  const entered = await enter(user);
  if (entered.outcome !== "signedIn") throw new Error(`${user.email} was not let in: ${entered.outcome}`);
  return entered.session;
}

async function contextOf(user: SampleUser) {
  const found = await findSessionUser(await sessionOf(user));
  if (found === undefined) throw new Error(`${user.email} has no session`);
  return consoleContext(found, { now, address: anyAddress() });
}

describe("sign-in", () => {
  test("opens a session of the user, however the address is spelt", async () => {
    const user = await makeUser("support");
    const entered = await enter({ ...user, email: ` ${user.email.toUpperCase()} ` });
    expect(entered).toEqual({ outcome: "signedIn", session: { userId: user.id, sessionVersion: expect.any(Number) as number } });
    expect(await findSessionUser(await sessionOf(user))).toMatchObject({ id: user.id, email: user.email, role: "support", partner: null });
  });

  test("answers an unknown user, a wrong password, a disabled user and one without a password alike, and as slowly", async () => {
    const [user, disabled] = await Promise.all([makeUser("support"), makeUser("support")]);
    await changeUser(asStaff, disabled.id, { disabled: true, reason: "asked by phone" });
    const invited = `${randomUUID()}@people.example`;
    await invite(asStaff, { kind: "staff", role: "support", email: invited, name: "Ada" });
    const attempts = {
      wrong: { email: user.email, password: "not the password" },
      unknown: { email: `${randomUUID()}@people.example`, password: user.password },
      disabled,
      invited: { email: invited, password: user.password },
    };
    const times = new Map<string, number>();
    for (let round = 0; round < 5; round += 1) {
      for (const [name, attempt] of Object.entries(attempts)) {
        const started = performance.now();
        expect(await enter(attempt), name).toEqual({ outcome: "refused" });
        times.set(name, Math.min(performance.now() - started, times.get(name) ?? Infinity));
      }
    }
    // Hashing is nearly all of the time; an answer without it would take a tenth.
    for (const [name, time] of times) expect(time, name).toBeGreaterThan((times.get("wrong") ?? Infinity) / 3);
  });

  test.each([undefined, null, "text", {}, { email: 1, password: 2 }, { email: "a".repeat(300), password: "x" }])(
    "refuses %j",
    async (input) => {
      expect(await signIn(input, { now, address: anyAddress() })).toEqual({ outcome: "refused" });
    },
  );

  test("by an identity provider finds the user of the address, and nobody who is disabled or unknown", async () => {
    const user = await makeUser("support");
    expect(await signInByEmail(user.email.toUpperCase(), { now, address: "192.0.2.8" })).toMatchObject({
      outcome: "signedIn",
      session: { userId: user.id },
    });
    await changeUser(asStaff, user.id, { disabled: true, reason: "asked by phone" });
    for (const email of [user.email, `${randomUUID()}@people.example`, undefined, 7, ""]) {
      expect(await signInByEmail(email, { now, address: "192.0.2.8" })).toEqual({ outcome: "refused" });
    }
  });

  test("tells whoever proves who they are that their partner is suspended, lets nobody in, and notes no sign-in", async () => {
    const { id } = await makePartner();
    const user = await makeUser({ role: "owner", partnerId: id });
    await sql`update partners set status = 'suspended' where id = ${id}`;
    expect(await enter(user)).toEqual({ outcome: "suspended" });
    expect(await signInByEmail(user.email, { now, address: "192.0.2.8" })).toEqual({ outcome: "suspended" });
    expect(await enter({ ...user, password: "not the password" })).toEqual({ outcome: "refused" });
    expect((await listUsers(asStaff, id, { limit: 1 })).rows).toMatchObject([{ id: user.id, lastSignInAt: null }]);
    expect(await sql`select from audit_entries where subject_id = ${user.id} and action = 'user.signedIn'`).toHaveLength(0);
  });
});

describe("a session", () => {
  test("ends when its user is disabled, and does not begin again when they are enabled", async () => {
    const user = await makeUser("support");
    const session = await sessionOf(user);
    await changeUser(asStaff, user.id, { disabled: true, reason: "asked by phone" });
    expect(await findSessionUser(session)).toBeUndefined();
    await changeUser(asStaff, user.id, { disabled: false, reason: "asked by phone" });
    expect(await findSessionUser(session)).toBeUndefined();
    expect(await findSessionUser(await sessionOf(user))).toMatchObject({ id: user.id });
  });

  test("ends with every other one when its user signs out everywhere", async () => {
    const user = await makeUser("support");
    const [first, second] = [await sessionOf(user), await sessionOf(user)];
    await signOutEverywhere(await contextOf(user));
    for (const session of [first, second]) expect(await findSessionUser(session)).toBeUndefined();
  });

  test("ends while the partner is suspended", async () => {
    const { id } = await makePartner();
    const session = await sessionOf(await makeUser({ role: "owner", partnerId: id }));
    expect(await findSessionUser(session)).toMatchObject({ partner: { id } });
    await sql`update partners set status = 'suspended' where id = ${id}`;
    expect(await findSessionUser(session)).toBeUndefined();
  });

  test("has the role that its user has now", async () => {
    const { id } = await makePartner();
    const user = await makeUser({ role: "owner", partnerId: id });
    const session = await sessionOf(user);
    await changeUser(asStaff, user.id, { role: "member", reason: "asked by phone" });
    expect(await findSessionUser(session)).toMatchObject({ role: "member" });
  });
});

describe("a one-time link", () => {
  const inviteSomebody = () => invite(asStaff, { kind: "staff", role: "handler", email: `${randomUUID()}@people.example`, name: "Ada" });

  test("sets a password once, even when it is used twice at the same moment", async () => {
    const { token, userId } = await inviteSomebody();
    const uses = await Promise.allSettled([
      choosePassword({ token, password: newPassword }, { now, address: anyAddress() }),
      choosePassword({ token, password: "another long password" }, { now, address: anyAddress() }),
    ]);
    expect(uses.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(choosePassword({ token, password: newPassword }, { now, address: anyAddress() })).rejects.toMatchObject({
      key: "linkSpent",
    });
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    expect(user?.sessionVersion).toBe(2);
  });

  test("is good for seven days", async () => {
    const { token } = await inviteSomebody();
    const late = new Date(asStaff.now.getTime() + 7 * 86_400_000);
    expect(await findPasswordLink(token, new Date(late.getTime() - 1))).toMatchObject({ name: "Ada" });
    expect(await findPasswordLink(token, late)).toBeUndefined();
    await expect(choosePassword({ token, password: newPassword }, { now: late, address: anyAddress() })).rejects.toMatchObject({
      key: "linkSpent",
    });
  });

  test("is void once a newer one was made, or its user was disabled", async () => {
    const { token, userId } = await inviteSomebody();
    const renewed = await renewPasswordLink({ ...asStaff, now }, userId, "asked by phone");
    await expect(choosePassword({ token, password: newPassword }, { now, address: anyAddress() })).rejects.toMatchObject({
      key: "linkSpent",
    });
    await changeUser(asStaff, userId, { disabled: true, reason: "asked by phone" });
    expect(await findPasswordLink(renewed.token, now)).toBeUndefined();
    await expect(choosePassword({ token: renewed.token, password: newPassword }, { now, address: anyAddress() })).rejects.toMatchObject({
      key: "accountDisabled",
    });
    await expect(renewPasswordLink(asStaff, userId, "asked by phone")).rejects.toMatchObject({ key: "noUser" });
  });

  test("waits while the partner is suspended, unspent", async () => {
    const { id } = await makePartner();
    const { token } = await invite(asStaff, invitationTo(id));
    await sql`update partners set status = 'suspended' where id = ${id}`;
    const choose = () => choosePassword({ token, password: newPassword }, { now, address: anyAddress() });
    await expect(choose()).rejects.toMatchObject({ key: "partnerSuspended" });
    await sql`update partners set status = 'active' where id = ${id}`;
    await choose();
  });

  test("that nobody was given is refused before anything is hashed", async () => {
    const best = async (run: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const started = performance.now();
        await run();
        times.push(performance.now() - started);
      }
      return Math.min(...times);
    };
    const guess = () => choosePassword({ token: randomUUID(), password: newPassword }, { now, address: anyAddress() });
    const guessing = await best(() => expect(guess()).rejects.toMatchObject({ key: "linkSpent" }));
    expect(guessing).toBeLessThan((await best(() => hashPassword(newPassword))) / 2);
  });

  test("takes no password that is too short, and is not spent by it", async () => {
    const { token } = await inviteSomebody();
    await expect(choosePassword({ token, password: "short" }, { now, address: anyAddress() })).rejects.toThrow("too_small");
    expect(await choosePassword({ token, password: newPassword }, { now, address: anyAddress() })).toMatchObject({
      email: expect.stringContaining("@") as string,
    });
  });

  test("is stored in no form that opens anything", async () => {
    const { token, userId } = await inviteSomebody();
    const [row] = await sql<{ text: string }[]>`select row_to_json(l)::text as text from password_links l where user_id = ${userId}`;
    expect(row?.text).not.toContain(token);
  });
});

describe("one's own password", () => {
  test("is changed by who knows it, which ends every session", async () => {
    const user = await makeUser("support");
    const session = await sessionOf(user);
    await changePassword(await contextOf(user), { currentPassword: user.password, newPassword });
    expect(await findSessionUser(session)).toBeUndefined();
    expect(await enter(user)).toEqual({ outcome: "refused" });
    expect(await enter({ ...user, password: newPassword })).toMatchObject({ outcome: "signedIn" });
  });
});

describe("users", () => {
  test("have an e-mail address of their own", async () => {
    const user = await makeUser("support");
    const again = invite(asStaff, { kind: "staff", role: "handler", email: user.email.toUpperCase(), name: "Ada" });
    await expect(again).rejects.toMatchObject({ key: "emailTaken", values: { email: user.email } });
  });

  test("are not invited to a partner that does not exist", async () => {
    await expect(invite(asStaff, invitationTo("ptn_none"))).rejects.toMatchObject({ name: "NotFound", key: "noPartner" });
  });

  test("of one partner are listed with what support needs, and no hash", async () => {
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
      },
    ]);
    expect((await listUsers(asStaff, null, { limit: 100 })).rows.map((each) => each.id)).not.toContain(user.id);
  });

  test("are read in pages, who was invited last first, there and back", async () => {
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

  test("keep to the roles of their side", async () => {
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

  test("do not change their own account, so that somebody is left who can", async () => {
    const user = await makeUser("support");
    await expect(changeUser(await contextOf(user), user.id, { disabled: true, reason: "asked by phone" })).rejects.toMatchObject({
      key: "ownAccount",
    });
  });

  test("leave in the audit log what was done to them, and no secret", async () => {
    const user = await makeUser("handler");
    await changeUser(asStaff, user.id, { role: "support", reason: "asked by phone" });
    await sessionOf(user);
    const entries = await sql<{ action: string; text: string }[]>`
      select action, details::text as text from audit_entries where subject_id = ${user.id} order by id`;
    expect(entries.map(({ action }) => action)).toEqual(["user.invited", "user.passwordChosen", "user.changed", "user.signedIn"]);
    for (const { text } of entries) expect(text).not.toContain(user.password);
  });
});
