import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { listUsers } from "#lib/account/users/list.ts";
import { signOutEverywhere } from "#lib/account/users/sessions.ts";
import { signIn, signInByEmail } from "#lib/account/users/sign-in.ts";
import { asStaff, contextOf, costOf, enter, makeUser, requestDetails, sessionOf, findAt } from "#lib/account/users/users.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

describe("sign-in", () => {
  test("opens a session of the user, in whatever case the address is typed", async () => {
    const user = await makeUser("support");
    const entered = await enter({ ...user, email: ` ${user.email.toUpperCase()} ` });
    expect(entered).toEqual({ outcome: "signedIn", userId: user.id, session: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect(await findAt(await sessionOf(user))).toMatchObject({ user: { id: user.id, email: user.email, role: "support", partner: null } });
  });

  // rules/authority.md#signin-1
  test("gives the same answer as slowly to an unknown user, a wrong password, a disabled user and one without a password", async () => {
    const [user, disabled] = await Promise.all([makeUser("support"), makeUser("support")]);
    await changeUser(asStaff, disabled.id, { disabled: true, reason: "asked by phone" });
    const invited = `${randomUUID()}@people.example`;
    await inviteAtTerminal(asStaff, { partnerId: null, role: "support", email: invited, name: "Ada" });
    const attempts = {
      wrong: { email: user.email, password: "not the password" },
      unknown: { email: `${randomUUID()}@people.example`, password: user.password },
      disabled,
      invited: { email: invited, password: user.password },
    };
    const costs = new Map<string, number>();
    for (const [name, attempt] of Object.entries(attempts)) {
      costs.set(name, await costOf(async () => expect(await enter(attempt), name).toEqual({ outcome: "refused" })));
    }
    // Hashing is nearly all of it; an answer without it would cost a tenth.
    for (const [name, cost] of costs) expect(cost, name).toBeGreaterThan((costs.get("wrong") ?? Infinity) / 3);
  });

  test.each([
    undefined,
    null,
    "text",
    {},
    { email: 1, password: 2 },
    { email: "a".repeat(300), password: "x" },
    { email: "a\0@b.example", password: "x" },
  ])("refuses %j", async (input) => {
    expect(await signIn(input, requestDetails())).toEqual({ outcome: "refused" });
  });

  test("by an identity provider finds the user of the address, unless disabled or unknown", async () => {
    const user = await makeUser("support");
    expect(await signInByEmail(user.email.toUpperCase(), requestDetails())).toMatchObject({
      outcome: "signedIn",
      userId: user.id,
    });
    await changeUser(asStaff, user.id, { disabled: true, reason: "asked by phone" });
    for (const email of [user.email, `${randomUUID()}@people.example`, undefined, 7, ""]) {
      expect(await signInByEmail(email, requestDetails())).toEqual({ outcome: "refused" });
    }
  });

  test("of a suspended partner's user is refused with that reason once the password is right, and not recorded", async () => {
    const { id } = await makePartner();
    const user = await makeUser({ role: "owner", partnerId: id });
    await sql`update partners set status = 'suspended' where id = ${id}`;
    expect(await enter(user)).toEqual({ outcome: "suspended" });
    expect(await signInByEmail(user.email, requestDetails())).toEqual({ outcome: "suspended" });
    expect(await enter({ ...user, password: "not the password" })).toEqual({ outcome: "refused" });
    expect((await listUsers(asStaff, id, { limit: 1 })).rows).toMatchObject([{ id: user.id, lastSignInAt: null }]);
    expect(await sql`select from audit_entries where subject_id = ${user.id} and action = 'user.signedIn'`).toHaveLength(0);
  });
});

describe("a session", () => {
  test("ends when its user is disabled, and is not restored when they are enabled", async () => {
    const user = await makeUser("support");
    const session = await sessionOf(user);
    await changeUser(asStaff, user.id, { disabled: true, reason: "asked by phone" });
    expect(await findAt(session)).toBeUndefined();
    await changeUser(asStaff, user.id, { disabled: false, reason: "asked by phone" });
    expect(await findAt(session)).toBeUndefined();
    expect(await findAt(await sessionOf(user))).toMatchObject({ user: { id: user.id } });
  });

  // rules/authority.md#signin-4
  test("ends with all others when its user signs out everywhere", async () => {
    const user = await makeUser("support");
    const [first, second] = [await sessionOf(user), await sessionOf(user)];
    await signOutEverywhere(await contextOf(user));
    for (const session of [first, second]) expect(await findAt(session)).toBeUndefined();
  });

  test("ends while the partner is suspended", async () => {
    const { id } = await makePartner();
    const session = await sessionOf(await makeUser({ role: "owner", partnerId: id }));
    expect(await findAt(session)).toMatchObject({ user: { partner: { id } } });
    await sql`update partners set status = 'suspended' where id = ${id}`;
    expect(await findAt(session)).toBeUndefined();
  });

  test("has its user's current role", async () => {
    const { id } = await makePartner();
    const user = await makeUser({ role: "owner", partnerId: id });
    const session = await sessionOf(user);
    await changeUser(asStaff, user.id, { role: "member", leavesNoOwner: true, reason: "asked by phone" });
    expect(await findAt(session)).toMatchObject({ user: { role: "member" } });
  });
});
