import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { findPasswordLink } from "#lib/account/users/password-links.ts";
import { asStaff, makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";
import { makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";
import { answerWith } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";

await useOwnDatabase();
const mails = await useMailServer();

const answer = answerWith(procedures);
const reason = "Asked by phone";

let support: SampleUser;
let cookie: string;
let partnerId: string;
let owner: SampleUser;

beforeAll(async () => {
  support = await makeUser("support");
  cookie = await makeSessionCookie(support);
  partnerId = (await makePartner()).id;
  owner = await makeUser({ role: "owner", partnerId });
});

/** Sends a page's request as support. */
async function attack(path: string, input: object, as = cookie): Promise<{ status: number; key: string | undefined; answered: string[] }> {
  const response = await answer(
    new Request(`http://covergate.test${procedureAddress(path)}`, {
      method: "POST",
      headers: { host: "covergate.test", cookie: as, origin: "http://covergate.test", "content-type": "application/json" },
      body: JSON.stringify(input),
    }),
  );
  const text = await response.text();
  const { error } = JSON.parse(text) as { error?: { data: { key?: string } } };
  return { status: response.status, key: error?.data.key, answered: text.match(/[\w-]{20,}/g) ?? [] };
}

const rowOf = async (email: string) => {
  const [row] = await sql<{ role: string; disabledAt: Date | null }[]>`
    select role, disabled_at from users where email = ${email}`;
  return row;
};

/** The token of the newest link in a mailbox. */
async function tokenIn(email: string): Promise<string> {
  await mails.deliver();
  const mail = mails.received.findLast(({ to }) => to.includes(email));
  return /\/password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

async function expectNoLinkIn(answered: readonly string[]): Promise<void> {
  for (const text of answered) expect(await findPasswordLink(text, new Date())).toBeUndefined();
}

describe("nobody of support alone", () => {
  // rules/authority.md#links-1
  test("signs in as a partner's owner by a link: it goes to the owner's mailbox and nowhere else", async () => {
    const { status, answered } = await attack("console.users.replacePasswordLink", { userId: owner.id, reason });
    expect(status).toBe(200);
    await expectNoLinkIn(answered);
    expect(await findPasswordLink(await tokenIn(owner.email), new Date())).toMatchObject({ email: owner.email });
    await mails.deliver();
    const mail = mails.received.findLast(({ to }) => to.includes(owner.email));
    expect(mail?.text, "the owner is told what happens").toContain("support was asked for a new password");
  });

  test("reads the link of whom they invite to a partner", async () => {
    const email = `${randomUUID()}@people.example`;
    const { status, answered } = await attack("console.users.invite", { partnerId, email, name: "Ada", role: "owner" });
    expect(status).toBe(200);
    await expectNoLinkIn(answered);
    expect(await findPasswordLink(await tokenIn(email), new Date())).toMatchObject({ email });
  });

  test("makes somebody a partner's owner, or replaces or revokes a key, without an e-mail to the owners", async () => {
    const made = await makePartner();
    const first = await makeUser({ role: "owner", partnerId: made.id });
    const [member, invited] = [await makeUser({ role: "member", partnerId: made.id }), `${randomUUID()}@people.example`];
    const textsTo = () => mails.received.filter(({ to }) => to.includes(first.email)).map(({ text }) => text);
    await attack("console.users.invite", { partnerId: made.id, email: invited, name: "Eve", role: "owner" });
    await mails.deliver();
    expect(textsTo().join()).toContain(invited);
    await attack("console.users.change", { userId: member.id, role: "owner", reason });
    await mails.deliver();
    expect(textsTo().join()).toContain(member.email);
    await attack("console.keys.regenerate", { partnerId: made.id, environment: "production", overlap: 24, reason });
    await mails.deliver();
    expect(textsTo().join()).toContain("Support replaced the Production key");
    await attack("console.keys.revoke", { keyId: made.keys.production.id, reason });
    await mails.deliver();
    expect(textsTo().join()).toContain("Support revoked the Production key");
  });

  test("takes the owners away for a while, so that nobody hears of a new key or a new owner", async () => {
    const made = await makePartner();
    const first = await makeUser({ role: "owner", partnerId: made.id });
    const received = async () => {
      await mails.deliver();
      return mails.received.filter(({ to }) => to.includes(first.email)).map(({ text }) => text);
    };
    for (const taken of [{ disabled: true }, { role: "member" }]) {
      const before = (await received()).length;
      expect((await attack("console.users.change", { userId: first.id, ...taken, leavesNoOwner: true, reason })).status).toBe(200);
      expect((await received()).slice(before).join()).toContain("is no longer an owner");
      await attack("console.users.change", { userId: first.id, disabled: false, role: "owner", reason });
    }
    const eve = await makeUser({ role: "owner", partnerId: made.id });
    await attack("console.users.change", { userId: eve.id, disabled: true, reason });
    const before = (await received()).length;
    await attack("console.users.change", { userId: eve.id, disabled: false, reason });
    expect((await received()).slice(before).join(), "who is enabled again").toContain(`Support made Ada Martin (${eve.email}) an owner`);
  });

  test("has the bank account that they entered used, or pays", async () => {
    const uid = await registerRenter();
    const entered = { uid, holder: "Eve", iban: "DE89370400440532013000" };
    expect((await attack("console.payments.proposeAccount", entered)).status).toBe(200);
    const [proposal] = await sql<{ id: string }[]>`select id from payee_account_proposals where renter_uid = ${uid}`;
    const proposalId = proposal?.id;
    expect(await attack("console.payments.approveAccount", { proposalId })).toMatchObject({ status: 409, key: "approvalOwn" });
    expect(await sql`select from payee_accounts where renter_uid = ${uid}`).toEqual([]);
    for (const path of ["payments.pay", "payments.handToBank", "payments.file", "claims.takeAction"]) {
      expect((await attack(`console.${path}`, {})).status).toBe(403);
    }
  });

  test("makes a second supporter, a claim handler or an administrator", async () => {
    for (const role of ["support", "handler", "administrator"]) {
      const email = `${randomUUID()}@people.example`;
      expect((await attack("console.users.invite", { partnerId: null, email, name: "Eve", role })).status).toBe(422);
      expect((await attack("console.staff.invite", { email, name: "Eve", role })).status).toBe(403);
      expect((await attack("console.users.invite", { partnerId, email, name: "Eve", role })).status).toBe(422);
      expect(await rowOf(email)).toBeUndefined();
    }
  });

  test("turns a partner's owner into a colleague, or a colleague into anything else", async () => {
    for (const role of ["support", "handler", "administrator"]) {
      await attack("console.users.change", { userId: owner.id, role, reason });
      expect(await rowOf(owner.email)).toMatchObject({ role: "owner" });
    }
    const handler = await makeUser("handler");
    await attack("console.users.change", { userId: handler.id, role: "support", reason });
    expect(await rowOf(handler.email)).toMatchObject({ role: "handler" });
  });

  test("disables the only other supporter, ends their sessions, sends them a link or removes their second factor", async () => {
    const other = await makeUser("support");
    for (const [path, change] of [
      ["change", { disabled: true }],
      ["endSessions", {}],
      ["replacePasswordLink", {}],
      ["removeSecondFactors", {}],
    ] as const) {
      expect(await attack(`console.users.${path}`, { userId: other.id, ...change, reason })).toMatchObject({ key: "administratorOnly" });
    }
    expect(await rowOf(other.email)).toMatchObject({ role: "support", disabledAt: null });
    await mails.deliver();
    expect(mails.received.filter(({ to }) => to.includes(other.email))).toEqual([]);
  });

  test("changes the e-mail address to which a link would go", async () => {
    expect((await attack("console.users.change", { userId: owner.id, email: support.email, reason })).status).toBe(422);
    expect(await rowOf(owner.email)).toBeDefined();
  });
});

// rules/authority.md#identity-3
test("somebody with no more than the password of support or an administrator gives nobody access where keys need a second factor", async () => {
  const before = env.SECOND_FACTOR_FOR_MONEY_AND_KEYS;
  onTestFinished(() => void Object.assign(env, { SECOND_FACTOR_FOR_MONEY_AND_KEYS: before }));
  Object.assign(env, { SECOND_FACTOR_FOR_MONEY_AND_KEYS: ["support", "administrator"] });
  const email = `${randomUUID()}@people.example`;
  const [member, disabled] = [await makeUser({ role: "member", partnerId }), await makeUser({ role: "owner", partnerId })];
  await changeUser(asStaff, disabled.id, { disabled: true, reason });
  const administrator = await makeSessionCookie(await makeUser("administrator"));
  const attempts = [
    await attack("console.users.invite", { partnerId, email, name: "Eve", role: "owner" }),
    await attack("console.users.change", { userId: member.id, role: "owner", reason }),
    await attack("console.users.change", { userId: disabled.id, disabled: false, reason }),
    await attack("console.staff.invite", { email, name: "Eve", role: "support" }, administrator),
  ];
  expect(attempts.map(({ key }) => key)).toEqual(attempts.map(() => "secondFactorNeeded"));
  expect(await rowOf(email)).toBeUndefined();
  expect((await attack("console.users.change", { userId: member.id, disabled: true, reason })).status, "taking it away goes on").toBe(200);
});

describe("an administrator", () => {
  // rules/authority.md#roles-2
  test("manages the staff, but no user of a partner", async () => {
    const asAdministrator = await makeSessionCookie(await makeUser("administrator"));
    const email = `${randomUUID()}@people.example`;
    const invited = await attack("console.staff.invite", { email, name: "Ada", role: "handler" }, asAdministrator);
    expect(invited.status).toBe(200);
    await expectNoLinkIn(invited.answered);
    expect(await findPasswordLink(await tokenIn(email), new Date())).toMatchObject({ email });
    for (const [path, change] of [
      ["change", { role: "member" }],
      ["endSessions", {}],
      ["replacePasswordLink", {}],
    ] as const) {
      const refused = await attack(`console.staff.${path}`, { userId: owner.id, ...change, reason }, asAdministrator);
      expect(refused).toMatchObject({ status: 409, key: "supportOnly" });
      expect((await attack(`console.users.${path}`, { userId: owner.id, ...change, reason }, asAdministrator)).status).toBe(403);
    }
  });
});

describe("an administrator alone", () => {
  // rules/authority.md#roles-7
  test("makes, changes or disables staff, but other administrators and support hear of it and the audit log names who did it", async () => {
    const acting = await makeUser("administrator");
    const as = await makeSessionCookie(acting);
    const watching = [await makeUser("administrator"), await makeUser("support")];
    const email = `${randomUUID()}@people.example`;
    const heard = async (text: string) => {
      await mails.deliver();
      for (const one of watching) {
        expect(mails.received.findLast(({ to }) => to.includes(one.email))?.text).toContain(text);
      }
    };
    await attack("console.staff.invite", { email, name: "Eve", role: "handler" }, as);
    await heard(`Ada Martin gave Eve (${email}) the role of claim handler`);
    const [row] = await sql<{ id: string }[]>`select id from users where email = ${email}`;
    const userId = row?.id;
    await attack("console.staff.change", { userId, role: "support", reason }, as);
    await heard(`Ada Martin gave Eve (${email}) the role of support`);
    await attack("console.staff.change", { userId, disabled: true, reason }, as);
    await heard(`Ada Martin suspended the account of Eve (${email})`);
    const audited = await sql`
      select action from audit_entries where subject_id = ${userId ?? ""} and actor ->> 'userId' = ${acting.id} order by id`;
    expect(audited.map(({ action }) => action)).toEqual(["user.invited", "user.changed", "user.changed"]);
    expect(mails.received.filter(({ to }) => to.includes(acting.email))).toEqual([]);
  });
});

describe("somebody in charge always remains:", () => {
  const activeAdministrators = async () => sql<{ id: string }[]>`
    select id from users where role = 'administrator' and disabled_at is null and password_hash is not null`;

  // rules/authority.md#roles-5
  test("the last active administrator is neither disabled nor demoted, also by two commands at the same moment", async () => {
    const last = [(await makeUser("administrator")).id, (await makeUser("administrator")).id];
    for (const { id } of await activeAdministrators()) {
      if (!last.includes(id)) await changeUser(asStaff, id, { disabled: true, reason });
    }
    const outcomes = await Promise.allSettled([
      changeUser(asStaff, last[0]!, { disabled: true, reason }),
      changeUser(asStaff, last[1]!, { role: "handler", reason }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [remaining, ...others] = await activeAdministrators();
    expect(others).toEqual([]);
    for (const change of [{ disabled: true }, { role: "support" }] as const) {
      await expect(changeUser(asStaff, remaining!.id, { ...change, reason })).rejects.toMatchObject({ key: "lastAdministrator" });
    }
    expect((await activeAdministrators()).map(({ id }) => id)).toEqual([remaining?.id]);
  });

  // rules/authority.md#roles-6
  test("a partner's last active owner stays unless another is named, or the loss is confirmed", async () => {
    const { id } = await makePartner();
    const [first, member] = [await makeUser({ role: "owner", partnerId: id }), await makeUser({ role: "member", partnerId: id })];
    const invited = `${randomUUID()}@people.example`;
    await attack("console.users.invite", { partnerId: id, email: invited, name: "Ada", role: "owner" });
    for (const change of [{ disabled: true }, { role: "member" }]) {
      const refused = await attack("console.users.change", { userId: first.id, ...change, reason });
      expect(refused, "whoever never signed in is no owner yet").toMatchObject({ status: 409, key: "lastOwner" });
    }
    expect((await attack("console.users.change", { userId: member.id, role: "owner", reason })).status).toBe(200);
    expect((await attack("console.users.change", { userId: first.id, disabled: true, reason })).status).toBe(200);
    const confirmed = { userId: member.id, role: "member", leavesNoOwner: true, reason };
    expect((await attack("console.users.change", confirmed)).status).toBe(200);
    const [entry] = await sql<{ details: object; reason: string }[]>`
      select details, reason from audit_entries where subject_id = ${member.id} order by id desc limit 1`;
    expect(entry).toEqual({ details: { role: "member", leavesNoOwner: true, partnerId: id, before: { role: "owner" } }, reason });
  });

  test("of two last owners who are disabled at the same moment one remains", async () => {
    const { id } = await makePartner();
    const owners = [await makeUser({ role: "owner", partnerId: id }), await makeUser({ role: "owner", partnerId: id })];
    const outcomes = await Promise.all(owners.map((user) => attack("console.users.change", { userId: user.id, disabled: true, reason })));
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ key }) => key === "lastOwner")).toHaveLength(1);
  });
});
