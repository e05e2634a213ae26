import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { changeUser, invite, listUsers } from "#lib/users/administration.ts";
import { asSupport } from "#lib/users/roles.ts";
import { asStaff, contextOf, invitationTo, makeUser, sessionOf, signInAt } from "#lib/users/users.fixture.ts";

const now = signInAt;

describe("users", () => {
  test("have unique e-mail addresses", async () => {
    const user = await makeUser("support");
    const again = invite(asStaff, { kind: "staff", role: "handler", email: user.email.toUpperCase(), name: "Ada" });
    await expect(again).rejects.toMatchObject({ key: "emailTaken", values: { email: user.email } });
  });

  test("cannot be invited to a partner that does not exist", async () => {
    await expect(invite(asStaff, invitationTo("ptn_none"))).rejects.toMatchObject({ name: "NotFound", key: "noPartner" });
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
      },
    ]);
    expect((await listUsers(asStaff, null, { limit: 100 })).rows.map((each) => each.id)).not.toContain(user.id);
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

  test("cannot change their own account, so that an administrator always remains", async () => {
    const user = await makeUser("support");
    await expect(changeUser(asSupport(await contextOf(user)), user.id, { disabled: true, reason: "asked by phone" })).rejects.toMatchObject(
      {
        key: "ownAccount",
      },
    );
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
