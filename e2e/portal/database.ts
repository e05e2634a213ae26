import { randomUUID } from "node:crypto";
import type { BrowserContext } from "playwright/test";
import type { Sql } from "postgres";
import type { DemoPerson } from "#demo/demo-file.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import type { PartnerSettingsInput } from "#lib/account/worlds/schema.ts";
import type { SampleCall } from "#lib/developer/calls/calls.fixture.ts";

/*
 * Tests write into the database of the portal under test what no request can do, and what requests take long for. The modules that do so
 * read the settings, which the set-up completes, so they are imported late.
 */

/** The database of the portal under test. */
export async function openDatabase(): Promise<Sql> {
  return (await import("#db/client.ts")).sql;
}

/** Signs somebody in by a session in the database. Pages of another session are left first: they would load themselves anew, at any moment. */
export async function enter(context: BrowserContext, { url }: Pick<Portal, "url">, { email }: Pick<DemoPerson, "email">): Promise<void> {
  const sql = await openDatabase();
  const { makeSessionCookie } = await import("#lib/account/users/users.fixture.ts");
  const [user] = await sql<{ id: string }[]>`select id from users where email = ${email}`;
  if (user === undefined) throw new Error(`There is nobody called ${email}.`);
  const [name = "", value = ""] = (await makeSessionCookie(user)).split("=");
  const isOther = (await context.cookies(url)).some((cookie) => cookie.name === name);
  for (const page of isOther ? context.pages() : []) await page.goto("about:blank");
  await context.addCookies([{ name, value, url }]);
}

/** A new member of the operator's staff. */
export async function makeStaff(role: "support" | "handler"): Promise<DemoPerson & { id: string }> {
  const { operatorContext } = await import("#lib/account/users/roles.ts");
  const { makeUser } = await import("#lib/account/users/users.fixture.ts");
  return { ...(await makeUser(role, operatorContext("tests", new Date()))), role };
}

/** Invites a member of a partner; returns the path of the link by which they choose their password. */
export async function inviteMember(partnerId: string): Promise<string> {
  const { operatorContext } = await import("#lib/account/users/roles.ts");
  const { inviteAtTerminal } = await import("#lib/account/users/invite.ts");
  const { invitationTo } = await import("#lib/account/users/users.fixture.ts");
  const { token } = await inviteAtTerminal(operatorContext("tests", new Date()), invitationTo(partnerId, { role: "member" }));
  return `/password/${token}`;
}

/** Puts calls into the log of a partner's Development, for answers that no request provokes. */
export async function insertCalls(partnerId: string, calls: SampleCall[]): Promise<void> {
  const sql = await openDatabase();
  const { insertCalls: insert } = await import("#lib/developer/calls/calls.fixture.ts");
  const [world] = await sql<{ id: number }[]>`select id from worlds where partner_id = ${partnerId} and environment = 'development'`;
  if (world === undefined) throw new Error(`There is no partner ${partnerId}.`);
  await insert(world.id, calls);
}

/**
 * A partner of its own with one renter, which nobody else's test calls, empties or moves in time. The renter is attached to Development,
 * or only opened for the partner to attach.
 */
export async function openCompany(
  changes: Partial<PartnerSettingsInput> = {},
  { isAttached = true } = {},
): Promise<{ owner: DemoPerson; uid: string; partnerId: string; name: string }> {
  const { operatorContext } = await import("#lib/account/users/roles.ts");
  const { makeUser } = await import("#lib/account/users/users.fixture.ts");
  const { create } = await import("#lib/account/partners/change.ts");
  const { grantRenter } = await import("#lib/insurance/renters/attach.ts");
  const { register } = await import("#lib/insurance/renters/register.ts");
  const { sampleCompany } = await import("#lib/insurance/renters/renter.fixture.ts");
  const staff = operatorContext("tests", new Date());
  const [uid, name] = [`renter-${randomUUID()}`, `Essai ${randomUUID()}`];
  const { id: partnerId } = await create(staff, { name, requestsPerMinute: 6000, ...changes });
  await register(staff, { uid, company: sampleCompany, partnerIds: [partnerId] });
  if (isAttached) await grantRenter(staff, { partnerId, environment: "development", uid });
  const owner = await makeUser({ role: "owner", partnerId }, staff);
  return { owner: { ...owner, role: "owner" }, uid, partnerId, name };
}
