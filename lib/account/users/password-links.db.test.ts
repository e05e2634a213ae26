import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { waitForLockWaits } from "#e2e/setup/lock-waits.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { findPasswordLink, replaceLinkAtTerminal } from "#lib/account/users/password-links.ts";
import { changePassword, choosePassword, hashPassword } from "#lib/account/users/passwords.ts";
import {
  asStaff,
  contextOf,
  costOf,
  enter,
  invitationTo,
  makeUser,
  requestDetails,
  sessionOf,
  signInAt,
  findAt,
} from "#lib/account/users/users.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const now = signInAt;
const newPassword = "four unrelated short words";

describe("a one-time link", () => {
  const inviteSomebody = () =>
    inviteAtTerminal(asStaff, { partnerId: null, role: "handler", email: `${randomUUID()}@people.example`, name: "Ada" });

  test("sets a password once, even if it is used twice at the same moment", async () => {
    const { token, userId } = await inviteSomebody();
    const uses = await Promise.allSettled([
      choosePassword({ token, password: newPassword }, requestDetails()),
      choosePassword({ token, password: "another long password" }, requestDetails()),
    ]);
    expect(uses.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(choosePassword({ token, password: newPassword }, requestDetails())).rejects.toMatchObject({
      key: "linkSpent",
    });
    expect(await sql`select from audit_entries where subject_id = ${userId} and action = 'user.passwordChosen'`).toHaveLength(1);
  });

  // rules/authority.md#links-3
  test("is valid for seven days", async () => {
    const { token } = await inviteSomebody();
    const late = new Date(asStaff.now.getTime() + 7 * 86_400_000);
    expect(await findPasswordLink(token, new Date(late.getTime() - 1))).toMatchObject({ name: "Ada" });
    expect(await findPasswordLink(token, late)).toBeUndefined();
    await expect(choosePassword({ token, password: newPassword }, { ...requestDetails(), now: late })).rejects.toMatchObject({
      key: "linkSpent",
    });
  });

  test("is void once its user has changed the password, which somebody else with the link could set again", async () => {
    const user = await makeUser("support");
    const { token } = await replaceLinkAtTerminal(asStaff, user.id, "forgotten; called back");
    await changePassword(await contextOf(user), { currentPassword: user.password, newPassword });
    expect(await findPasswordLink(token, now)).toBeUndefined();
    await expect(choosePassword({ token, password: "another long password" }, requestDetails())).rejects.toMatchObject({
      key: "linkSpent",
    });
  });

  // rules/authority.md#links-3
  test("is void once a newer one was made or its user was disabled", async () => {
    const { token, userId } = await inviteSomebody();
    const renewed = await replaceLinkAtTerminal({ ...asStaff, now }, userId, "asked by phone");
    await expect(choosePassword({ token, password: newPassword }, requestDetails())).rejects.toMatchObject({
      key: "linkSpent",
    });
    await changeUser(asStaff, userId, { disabled: true, reason: "asked by phone" });
    expect(await findPasswordLink(renewed.token, now)).toBeUndefined();
    await expect(choosePassword({ token: renewed.token, password: newPassword }, requestDetails())).rejects.toMatchObject({
      key: "accountDisabled",
    });
    await expect(replaceLinkAtTerminal(asStaff, userId, "asked by phone")).rejects.toMatchObject({ key: "noUser" });
  });

  test("is the only one, also of several that are made at the same moment", async () => {
    const { userId } = await inviteSomebody();
    const made = await Promise.all(Array.from({ length: 8 }, () => replaceLinkAtTerminal({ ...asStaff, now }, userId, "asked by phone")));
    const found = await Promise.all(made.map(({ token }) => findPasswordLink(token, now)));
    expect(found.filter((link) => link !== undefined)).toHaveLength(1);
  });

  test("is used and replaced one after the other where both are asked for at the same moment", async () => {
    const { token, userId } = await inviteSomebody();
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select from users where id = ${userId} for update`;
    const outcomes = [];
    for (const ask of [
      () => replaceLinkAtTerminal({ ...asStaff, now }, userId, "asked by phone"),
      () => choosePassword({ token, password: newPassword }, requestDetails()),
    ]) {
      outcomes.push(Promise.allSettled([ask()]));
      await waitForLockWaits({ count: outcomes.length, words: "users" });
    }
    await holder`commit`;
    holder.release();
    const [replaced, chosen] = (await Promise.all(outcomes)).flat();
    expect(replaced).toMatchObject({ status: "fulfilled" });
    expect(chosen).toMatchObject({ status: "rejected", reason: { key: "linkSpent" } });
  });

  test("is not used up while the partner is suspended", async () => {
    const { id } = await makePartner();
    const { token } = await inviteAtTerminal(asStaff, invitationTo(id));
    await sql`update partners set status = 'suspended' where id = ${id}`;
    const choose = () => choosePassword({ token, password: newPassword }, requestDetails());
    await expect(choose()).rejects.toMatchObject({ key: "partnerSuspended" });
    await sql`update partners set status = 'active' where id = ${id}`;
    await choose();
  });

  test("that was never issued is refused before anything is hashed", async () => {
    const guess = () => choosePassword({ token: randomUUID(), password: newPassword }, requestDetails());
    const guessing = await costOf(() => expect(guess()).rejects.toMatchObject({ key: "linkSpent" }));
    expect(guessing).toBeLessThan((await costOf(() => hashPassword(newPassword))) / 2);
  });

  test("refuses a password that is too short, and stays valid", async () => {
    const { token } = await inviteSomebody();
    await expect(choosePassword({ token, password: "short" }, requestDetails())).rejects.toThrow("too_small");
    expect(await choosePassword({ token, password: newPassword }, requestDetails())).toMatchObject({
      email: expect.stringContaining("@") as string,
    });
  });

  test.each([
    ["of 200 characters", "aé 7 lanterns, ".repeat(20).slice(0, 200)],
    ["of letters alone", "correct horse battery"],
    ["of signs that look alike only", "Ｌａｎｔｅｒｎｓ over lisbon"],
    ["with blanks around it", "  lanterns over lisbon  "],
    ["of other scripts and pictures", "фонари над лиссабоном 🏮🏮"],
  ])("accepts a password %s, and no other one", async (_case, password) => {
    const { token } = await inviteSomebody();
    const { email } = await choosePassword({ token, password }, requestDetails());
    expect((await enter({ email, password })).outcome).toBe("signedIn");
    for (const other of [password.trim(), password.toUpperCase(), password.slice(0, 72), password.slice(0, -1)]) {
      if (other !== password) expect((await enter({ email, password: other })).outcome, other).toBe("refused");
    }
  });

  // rules/authority.md#signin-7
  test("is the same password on every keyboard", async () => {
    const { token } = await inviteSomebody();
    const typed = "Ｌａｎｔｅｒｎｓ à Lisbonne";
    const { email } = await choosePassword({ token, password: typed }, requestDetails());
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) {
      expect((await enter({ email, password: typed.normalize(form) })).outcome, form).toBe("signedIn");
    }
  });

  // rules/authority.md#signin-7
  test("of an earlier release opens as it was typed then, and its hash is replaced", async () => {
    const { token, userId } = await inviteSomebody();
    const typed = "Lanternes à Lisbonne".normalize("NFD");
    const { email } = await choosePassword({ token, password: typed }, requestDetails());
    const before = await hash(typed);
    await sql`update users set password_hash = ${before} where id = ${userId}`;
    expect((await enter({ email, password: typed.normalize("NFC") })).outcome).toBe("refused");
    expect((await enter({ email, password: typed })).outcome).toBe("signedIn");
    expect(await sql`select password_hash = ${before} as "isOld" from users where id = ${userId}`).toEqual([{ isOld: false }]);
    expect((await enter({ email, password: typed.normalize("NFC") })).outcome).toBe("signedIn");
  });

  test("refuses a password of more than 200 characters instead of cutting it", async () => {
    const { token } = await inviteSomebody();
    await expect(choosePassword({ token, password: `${newPassword} `.repeat(8).slice(0, 201) }, requestDetails())).rejects.toThrow(
      "too_big",
    );
  });

  test("is stored as a hash that opens nothing", async () => {
    const { token, userId } = await inviteSomebody();
    const [row] = await sql<{ text: string }[]>`select row_to_json(l)::text as text from password_links l where user_id = ${userId}`;
    expect(row?.text).not.toContain(token);
  });
});

describe("changing one's own password", () => {
  test("stores it with Argon2id, 19 MiB and two passes", async () => {
    const { id } = await makeUser("support");
    const [row] = await sql<{ hash: string }[]>`select password_hash as hash from users where id = ${id}`;
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("is refused without the old password, or with one that is easy to guess", async () => {
    const user = await makeUser("support");
    const ctx = await contextOf(user);
    await expect(changePassword(ctx, { currentPassword: "a guess", newPassword })).rejects.toMatchObject({ key: "wrongPassword" });
    const weak = changePassword(ctx, { currentPassword: user.password, newPassword: "password1234" });
    await expect(weak).rejects.toMatchObject({ key: "passwordCommon" });
    expect((await enter(user)).outcome).toBe("signedIn");
  });

  test("is refused where it was changed, or the user disabled, since the old one was proved", async () => {
    const user = await makeUser("support");
    const ctx = await contextOf(user);
    const change = (password: string) => changePassword(ctx, { currentPassword: user.password, newPassword: password });
    const changes = await Promise.allSettled([change(newPassword), change("lanterns over lisbon")]);
    expect(changes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const other = await makeUser("support");
    const ctxOfOther = await contextOf(other);
    await changeUser(asStaff, other.id, { disabled: true, reason: "left the company" });
    await expect(changePassword(ctxOfOther, { currentPassword: other.password, newPassword })).rejects.toMatchObject({ key: "signedOut" });
    expect(await sql`select from sessions where user_id = ${other.id} and ended_at is null`).toEqual([]);
  });

  test("ends every session", async () => {
    const user = await makeUser("support");
    const session = await sessionOf(user);
    await changePassword(await contextOf(user), { currentPassword: user.password, newPassword });
    expect(await findAt(session)).toBeUndefined();
    expect(await enter(user)).toEqual({ outcome: "refused" });
    expect(await enter({ ...user, password: newPassword })).toMatchObject({ outcome: "signedIn" });
  });
});
