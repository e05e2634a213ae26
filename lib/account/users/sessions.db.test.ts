import { describe, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { personContext } from "#lib/account/users/contexts.ts";
import { sealDevice } from "#lib/account/users/cookies.ts";
import { changePassword } from "#lib/account/users/passwords.ts";
import { acknowledgeDevices, endOwnSession, endSession, findSession, listSessions } from "#lib/account/users/sessions.ts";
import { signIn } from "#lib/account/users/sign-in.ts";
import type { SignInDetails } from "#lib/account/users/sign-in.ts";
import { findAt, makeUser, requestDetails, sessionOf, signInAt } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";

const minute = 60_000;
const after = (minutes: number) => new Date(signInAt.getTime() + minutes * minute);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async function enterWith(user: SampleUser, changes: Partial<SignInDetails>): Promise<string> {
  const entry = await signIn(user, { ...requestDetails(), ...changes });
  if (entry.outcome !== "signedIn") throw new Error(entry.outcome);
  return entry.session;
}

async function contextOf(token: string, now = signInAt) {
  const found = await findAt(token, now);
  if (found === undefined) throw new Error("The session is over.");
  return personContext(found, { ...requestDetails(), now });
}

describe("a session", () => {
  test("ends after an hour without a request, and after twelve hours however busy it is", async () => {
    const user = await makeUser("support");
    const [busy, idle] = [await sessionOf(user), await sessionOf(user)];
    for (let now = 50; now < 720; now += 50) expect(await findAt(busy, after(now)), `after ${now} minutes`).toBeDefined();
    expect(await findAt(busy, after(720))).toBeUndefined();
    expect(await findAt(idle, after(59))).toBeDefined();
    expect(await findAt(idle, after(59 + 60))).toBeUndefined();
    expect(await findAt(idle, after(59 + 61)), "and stays so").toBeUndefined();
  });

  test("records once a minute when and from where it was used, in the statement that reads it", async () => {
    const user = await makeUser("support");
    const token = await sessionOf(user);
    const seen = async () => {
      const [row] = await sql<{ at: Date; address: string }[]>`select last_seen_at as at, address from sessions where user_id = ${user.id}`;
      return row;
    };
    const first = await seen();
    await findSession(token, { now: after(0.9), address: "192.0.2.1" });
    expect(await seen()).toEqual(first);
    await findSession(token, { now: after(1), address: "192.0.2.2" });
    expect(await seen()).toMatchObject({ address: "192.0.2.2" });
    await findSession(token, { now: after(1.9), address: "192.0.2.3" });
    expect(await seen()).toMatchObject({ address: "192.0.2.2" });
  });

  // rules/authority.md#signin-4
  test("ends at once by signing out, by the next sign-in of its browser, and by a new password", async () => {
    const user = await makeUser("support");
    const out = await sessionOf(user);
    await endSession(db, out, signInAt);
    expect(await findAt(out)).toBeUndefined();
    const replaced = await sessionOf(user);
    const next = await enterWith(user, { session: replaced });
    expect(await findAt(replaced)).toBeUndefined();
    const { session } = await changePassword(await contextOf(next), {
      currentPassword: user.password,
      newPassword: "lanterns over lisbon",
    });
    expect(await findAt(next), "also for whoever has copied its cookie").toBeUndefined();
    expect(await findAt(session)).toMatchObject({ user: { id: user.id } });
  });

  test("does not start with a password that changed during the check", async () => {
    const user = await makeUser("support");
    const ctx = await contextOf(await sessionOf(user));
    const change = changePassword(ctx, { currentPassword: user.password, newPassword: "lanterns over lisbon" });
    const [entry] = await Promise.all([signIn(user, requestDetails()), change]);
    if (entry.outcome === "signedIn") expect(await findAt(entry.session)).toBeUndefined();
    expect((await signIn(user, requestDetails())).outcome).toBe("refused");
  });

  test("has a token that is stored nowhere", async () => {
    const user = await makeUser("support");
    const token = await sessionOf(user);
    const [row] = await sql<{ text: string }[]>`select row_to_json(s)::text as text from sessions s where user_id = ${user.id}`;
    expect(row?.text).not.toContain(token);
    for (const none of [undefined, "", "nonsense", `${token}x`]) expect(await findAt(none)).toBeUndefined();
  });

  test("is listed for its user with device and address, so that each can be ended; other users' sessions are not", async () => {
    const [user, other] = [await makeUser("support"), await makeUser("support")];
    const [here, there] = [await enterWith(user, { userAgent: firefox, address: "192.0.2.7" }), await sessionOf(user)];
    const [ctx, stranger] = [await contextOf(here), await contextOf(await sessionOf(other))];
    const [elsewhere, current] = await listSessions(ctx);
    expect(current).toMatchObject({ isCurrent: true, browser: "Firefox", system: "Linux", address: expect.any(String) as string });
    expect(elsewhere).toMatchObject({ isCurrent: false, browser: "", system: "" });
    await expect(endOwnSession(stranger, elsewhere?.id ?? "")).rejects.toMatchObject({ key: "noSession" });
    expect(await findAt(there)).toBeDefined();
    await endOwnSession(ctx, elsewhere?.id ?? "");
    expect(await findAt(there)).toBeUndefined();
    expect(await listSessions(ctx)).toHaveLength(1);
  });
});

describe("a sign-in on a new device", () => {
  test("is shown in the user's other sessions until one of them confirms it, except for the first ever or on a known device", async () => {
    const user = await makeUser("support");
    const known = await sessionOf(user);
    const again = await enterWith(user, { device: await sealDevice(user.id) });
    expect((await contextOf(known)).session.newDevice).toBeNull();
    const fresh = await enterWith(user, { userAgent: firefox, address: "192.0.2.9" });
    const own = await contextOf(fresh);
    expect(own.session.newDevice).toBeNull();
    await acknowledgeDevices(own, { sessionId: own.session.id });
    for (const token of [known, again]) {
      expect((await contextOf(token)).session.newDevice).toEqual({
        count: 1,
        sessionId: own.session.id,
        userAgent: firefox,
        address: "192.0.2.9",
        at: signInAt,
      });
    }
    await enterWith(user, { device: await sealDevice((await makeUser("support")).id) });
    const { session } = await contextOf(known);
    expect(session.newDevice, "another user's device is new").toMatchObject({ count: 2 });
    await acknowledgeDevices(await contextOf(again), { sessionId: session.newDevice?.sessionId ?? "" });
    expect((await contextOf(known)).session.newDevice).toBeNull();
  });

  test("is confirmed alone in the list of sessions: an earlier one that nobody knows stays marked", async () => {
    const user = await makeUser("support");
    const known = await sessionOf(user);
    const [unknown, mine] = [await contextOf(await enterWith(user, {})), await contextOf(await enterWith(user, {}))];
    const ctx = await contextOf(known);
    await acknowledgeDevices(ctx, { sessionId: mine.session.id, alone: true });
    expect((await listSessions(ctx)).filter(({ isNewDevice }) => isNewDevice).map(({ id }) => id)).toEqual([unknown.session.id]);
    expect((await contextOf(known)).session.newDevice).toMatchObject({ count: 1, sessionId: unknown.session.id });
  });
});
