import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeOwnName, changeUser, endUserSessions } from "#lib/account/users/administration.ts";
import { personContext } from "#lib/account/users/contexts.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { invite } from "#lib/account/users/invite.ts";
import { listTeam } from "#lib/account/users/list.ts";
import { asTeamOwner } from "#lib/account/users/roles.ts";
import { findAt, makeSessionCookie, makeUser, requestDetails, sessionOf } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

await useOwnDatabase();
const mails = await useMailServer();

const listed = { limit: 25 };

async function contextOf(user: SampleUser): Promise<PersonContext> {
  const found = await findAt(await sessionOf(user));
  if (found === undefined) throw new Error(`${user.email} has no session`);
  return personContext(found, requestDetails());
}

async function openTeam() {
  const { id: partnerId } = await makePartner();
  const owner = await makeUser({ role: "owner", partnerId });
  const member = await makeUser({ role: "member", partnerId });
  return { partnerId, owner, member, ctx: asTeamOwner(await contextOf(owner)) };
}

describe("an owner's team", () => {
  // rules/authority.md#team-1
  test("is invited, promoted, disabled and signed out by an owner, and the audit log says who did it", async () => {
    const { partnerId, owner, member, ctx } = await openTeam();
    const email = `${randomUUID()}@people.example`;
    const { userId } = await invite(ctx, { partnerId, email, name: "Grace", role: "member" });
    await mails.deliver();
    const [company] = await sql<{ name: string }[]>`select name from partners where id = ${partnerId}`;
    const invitation = (mails.received.findLast(({ to }) => to.includes(email))?.text ?? "").replaceAll("=\r\n", "");
    expect(invitation).toContain("/password/");
    expect(invitation).toContain(`Ada Martin invites you to join ${company?.name} on Covergate, with the role`);
    expect(invitation).toContain(`Ada Martin vous invite`);
    for (const role of ["Member", "Membre"]) expect(invitation).toContain(role);
    await changeUser(ctx, member.id, { role: "owner" });
    await mails.deliver();
    const told = mails.received.findLast(({ to }) => to.includes(owner.email))?.text;
    expect(told).toContain(`Ada Martin made Ada Martin (${member.email}) an owner`);
    await makeSessionCookie(member);
    await endUserSessions(ctx, member.id, "");
    expect(await sql`select from sessions where user_id = ${member.id} and ended_at is null`).toEqual([]);
    await changeUser(ctx, member.id, { disabled: true });
    expect((await listTeam(ctx, listed)).rows).toHaveLength(3);
    const actions = await sql<{ action: string }[]>`
      select action from audit_entries where actor ->> 'userId' = ${owner.id} and subject_id in (${userId}, ${member.id}) order by id`;
    expect(actions.map(({ action }) => action)).toEqual(["user.invited", "user.changed", "user.sessionsEnded", "user.changed"]);
  });

  // rules/authority.md#team-1
  test("of another partner does not exist for them, and the operator's staff neither", async () => {
    const { ctx, owner } = await openTeam();
    const other = await openTeam();
    const support = await makeUser("support");
    for (const { id } of [other.member, support]) {
      await expect(changeUser(ctx, id, { disabled: true })).rejects.toMatchObject({ name: "NotFound" });
      await expect(endUserSessions(ctx, id, "")).rejects.toMatchObject({ name: "NotFound" });
    }
    const stranger = { email: `${randomUUID()}@people.example`, name: "Eve" };
    await expect(invite(ctx, { ...stranger, partnerId: other.partnerId, role: "owner" })).rejects.toMatchObject({ name: "UserError" });
    await expect(invite(ctx, { ...stranger, partnerId: null, role: "administrator" })).rejects.toMatchObject({ name: "UserError" });
    await expect(changeUser(ctx, owner.id, { role: "member" })).rejects.toMatchObject({ key: "ownAccount" });
  });

  // rules/authority.md#roles-7
  test("hears by e-mail who becomes a developer and who stops being one, and the audit log has both roles", async () => {
    const { owner, member, ctx } = await openTeam();
    const told = async () => {
      await mails.deliver();
      return mails.received.findLast(({ to }) => to.includes(owner.email))?.text;
    };
    await changeUser(ctx, member.id, { role: "developer-member" });
    expect(await told()).toContain(`Since a change by Ada Martin, Ada Martin (${member.email}) is a developer.`);
    await changeUser(ctx, member.id, { role: "member" });
    expect(await told()).toContain("is no longer a developer");
    const entries = await sql<{ role: string; before: string }[]>`
      select details ->> 'role' as role, details -> 'before' ->> 'role' as before from audit_entries
      where subject_id = ${member.id} and action = 'user.changed' order by id`;
    expect([...entries]).toEqual([
      { role: "developer-member", before: "member" },
      { role: "member", before: "developer-member" },
    ]);
  });

  test("is no longer managed by an owner who was demoted or disabled since the page was opened", async () => {
    const { partnerId, member, owner, ctx } = await openTeam();
    const second = await makeUser({ role: "owner", partnerId });
    await changeUser(asTeamOwner(await contextOf(second)), owner.id, { role: "member" });
    await expect(changeUser(ctx, member.id, { disabled: true })).rejects.toMatchObject({ key: "ownerOnly" });
  });

  // rules/authority.md#team-2
  test("each of them changes their own name", async () => {
    const { member } = await openTeam();
    await changeOwnName(await contextOf(member), { name: " Ada King " });
    expect(await contextOf(member)).toMatchObject({ user: { name: "Ada King" } });
    await expect(changeOwnName(await contextOf(member), { name: "Ada\nBcc: x" })).rejects.toMatchObject({ name: "ZodError" });
  });
});
