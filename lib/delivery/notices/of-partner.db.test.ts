import { beforeEach, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { personContext } from "#lib/account/users/contexts.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { invite } from "#lib/account/users/invite.ts";
import { asTeamOwner, operatorContext } from "#lib/account/users/roles.ts";
import { findAt, makeUser, requestDetails, sessionOf } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";
import { listOfPartner, readText } from "#lib/delivery/notices/list.ts";
import { eraseUser } from "#lib/developer/erasure/erase-user.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { noticeKinds, partnerNoticeKinds } from "#lib/platform/mail/notice-schema.ts";
import type { NoticeKind } from "#lib/platform/mail/notice-schema.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

await useOwnDatabase();
const mails = await useMailServer();

async function contextOf(user: SampleUser): Promise<PersonContext> {
  const found = await findAt(await sessionOf(user));
  if (found === undefined) throw new Error(`${user.email} has no session`);
  return personContext(found, requestDetails());
}

async function openPartner() {
  const { id: partnerId } = await makePartner();
  const owner = await makeUser({ role: "owner", partnerId });
  return { partnerId, owner, ctx: asTeamOwner(await contextOf(owner)) };
}

type Opened = Awaited<ReturnType<typeof openPartner>>;

const write = ({ partnerId, owner }: Opened, kind: NoticeKind, subject: string = kind, at = currentTime()) =>
  writeNotice(db, { kind, to: [owner.email], partnerId, subject, text: `The text of ${subject}` }, at);

async function readOnly({ ctx }: Pick<Opened, "ctx">, subject: string): Promise<string | undefined> {
  const notice = (await listOfPartner(ctx, {})).rows.find((row) => row.subject === subject);
  const { parts } = await readText(ctx, notice?.id ?? "");
  return parts?.map(({ part }) => part).join("");
}

beforeEach(async () => {
  await sql`delete from notices`;
});

// rules/notices.md#owners-1
test("an owner sees what was mailed to the people of their partner, newest first, and nothing of others", async () => {
  const [own, other] = [await openPartner(), await openPartner()];
  const start = currentTime().getTime();
  for (const [index, kind] of noticeKinds.entries()) await write(own, kind, kind, new Date(start + index));
  await write(other, "keyChanged", "of another partner");
  await writeNotice(
    db,
    { kind: "keyChanged", to: ["staff@people.example"], partnerId: null, subject: "of staff", text: "" },
    new Date(start),
  );
  const { rows } = await listOfPartner(own.ctx, {});
  expect(rows.map(({ kind }) => kind)).toEqual(partnerNoticeKinds.toReversed());
  expect(rows[0]).toMatchObject({ recipient: own.owner.email, subject: "deliveriesDropped", status: "waiting", sentAt: null });
  await mails.deliver();
  expect((await listOfPartner(own.ctx, { status: ["sent"], kind: ["keyChanged"] })).rows).toMatchObject([{ subject: "keyChanged" }]);
  const [foreign] = (await listOfPartner(other.ctx, {})).rows;
  await expect(readText(own.ctx, foreign?.id ?? "")).rejects.toThrow("there is no message");
  const insured = await sql<{ id: string }[]>`select id from notices where kind = 'claimPaid'`;
  await expect(readText(own.ctx, insured[0]?.id ?? "")).rejects.toThrow("there is no message");
});

test("its pages follow one another without a repetition, there and back", async () => {
  const own = await openPartner();
  const start = currentTime().getTime();
  for (let index = 0; index < 7; index += 1) await write(own, "pricesRise", `${index}`, new Date(start + Math.floor(index / 2)));
  const first = await listOfPartner(own.ctx, { limit: 3 });
  const second = await listOfPartner(own.ctx, { limit: 3, before: first.older ?? "" });
  const third = await listOfPartner(own.ctx, { limit: 3, before: second.older ?? "" });
  const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(new Set(ids).size).toBe(7);
  expect(third.older).toBeNull();
  expect((await listOfPartner(own.ctx, { limit: 3, after: second.newer ?? "" })).rows).toEqual(first.rows);
});

// rules/notices.md#owners-1
test.each(["developer", "developer-member", "member"] as const)("a %s does not see it", async (role) => {
  const { partnerId } = await openPartner();
  const ctx = await contextOf(await makeUser({ role, partnerId }));
  expect(() => asTeamOwner(ctx)).toThrow("this is for owners alone");
});

// rules/notices.md#owners-2
test("an owner opens the text as it was mailed, but never one with a one-time link", async () => {
  const own = await openPartner();
  await write(own, "keyChanged");
  await invite(own.ctx, { partnerId: own.partnerId, email: "grace@people.example", name: "Grace", role: "member" });
  const invitation = "Your Covergate account / Votre compte Covergate";
  for (const isSent of [false, true]) {
    if (isSent) await mails.deliver();
    expect(await readOnly(own, "keyChanged")).toBe("The text of keyChanged");
    expect(await readOnly(own, invitation)).toBeUndefined();
  }
  expect(mails.received.findLast(({ to }) => to.includes(own.owner.email))?.text).toContain("\r\n\r\nThe text of keyChanged");
  expect(await sql`select kind from notices where body is not null`).toEqual([{ kind: "keyChanged" }]);
});

// rules/notices.md#owners-3
test("the erasure of a user deletes the texts that name them, also one that is still to be sent", async () => {
  const own = await openPartner();
  const colleague = await makeUser({ role: "member", partnerId: own.partnerId });
  await changeUser(own.ctx, colleague.id, { role: "developer" });
  await mails.deliver();
  await changeUser(own.ctx, colleague.id, { disabled: true });
  await write(own, "webhookOutage");
  expect(await readOnly(own, "Access of a colleague changed / Accès d’un collègue modifié")).toContain(colleague.email);
  await eraseUser(operatorContext("tests", currentTime()), colleague, "Asked in writing");
  await mails.deliver();
  const subjects = (await listOfPartner(own.ctx, {})).rows.map(({ subject }) => subject);
  expect(subjects).toHaveLength(2);
  expect(await sql`select kind from notices where body is not null`).toEqual([{ kind: "webhookOutage" }]);
});
