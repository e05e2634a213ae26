import { expect, test } from "vitest";
import { db } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { runMaintenance, sendDueNotices } from "#jobs/maintenance.ts";
import { invite } from "#lib/account/users/invite.ts";
import { findPasswordLink } from "#lib/account/users/password-links.ts";
import { asTeamOwner } from "#lib/account/users/roles.ts";
import { contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { listMails, mailboxPath, opensMailbox, splitAtLinks } from "#lib/platform/mail/mailbox.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

await useOwnDatabase();
const token = "a-token-of-the-mailbox-of-32-characters";
changeSettings({ MAILBOX_TOKEN: token });

// rules/notices.md#mailbox-1
test("an installation without a mail server keeps its e-mails encrypted for seven days, newest first, and invites people", async () => {
  const { id: partnerId } = await makePartner();
  const owner = asTeamOwner(await contextOf(await makeUser({ role: "owner", partnerId })));
  const email = "grace@people.example";
  await invite(owner, { partnerId, role: "developer", name: "Grace Hopper", email });
  const { now } = owner;
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
  await sendDueNotices(after(1));
  const invitation = (await listMails(after(1))).find(({ to }) => to === email);
  const link = /\/password\/(\S+)/.exec(invitation?.text ?? "")?.[1] ?? "";
  expect(await findPasswordLink(link, owner.now)).toEqual({ name: "Grace Hopper", email });
  expect(JSON.stringify(await db.execute("select * from mailbox"))).not.toContain(link);

  await writeNotice(db, { kind: "accountChanged", to: [email], partnerId, subject: "Newer", text: "Some." }, after(1));
  await sendDueNotices(after(1));
  expect((await listMails(after(1)))[0]).toMatchObject({ to: email, subject: "Newer", text: "Some." });
  expect(
    (await listMails(after(7.5))).map(({ subject }) => subject),
    "by the day on which they were written",
  ).toEqual(["Newer"]);
  await runMaintenance(after(9));
  expect(await listMails(after(1))).toEqual([]);
});

test("an e-mail that is sent again to the same address is kept once", async () => {
  const mail = { id: "ntc_again", subject: "News", text: "Some." };
  for (const to of ["ada@example.com", "ada@example.com", "grace@example.com"]) expect(await sendMail({ ...mail, to })).toBeUndefined();
  const kept = (await listMails(currentTime())).filter(({ subject }) => subject === "News");
  expect(kept.map(({ to }) => to).toSorted()).toEqual(["ada@example.com", "grace@example.com"]);
});

// rules/notices.md#mailbox-3
test("only addresses of the installation become links", () => {
  const own = ownAddress("/password/abc");
  const text = `Hello <a href="https://evil.example/">you</a>,\n${own}\nhttps://evil.example/ javascript:alert(1) ${own.replace("://", "://evil@other.")}`;
  const parts = splitAtLinks(text);
  expect(parts.filter(({ isLink }) => isLink)).toEqual([{ part: own, isLink: true }]);
  expect(parts.map(({ part }) => part).join("")).toBe(text);
});

// rules/notices.md#mailbox-2
test("the mailbox opens with its token only, and no installation without one has a mailbox", () => {
  expect(mailboxPath()).toBe(`/mailbox?token=${token}`);
  expect(opensMailbox(token)).toBe(true);
  for (const other of ["", `${token}x`, token.slice(1), undefined, [token]]) expect(opensMailbox(other)).toBe(false);
  changeSettings({ MAILBOX_TOKEN: undefined });
  expect(mailboxPath()).toBeUndefined();
  for (const any of [token, "", undefined]) expect(opensMailbox(any)).toBe(false);
});
