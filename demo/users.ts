import { hkdfSync } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { demoPartners, demoStaff } from "#demo/demo-data.ts";
import type { DemoUserData } from "#demo/demo-data.ts";
import type { DemoPerson } from "#demo/demo-file.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { choosePassword, verifyPassword } from "#lib/account/users/passwords.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { Invitation } from "#lib/account/users/schema.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { env } from "#lib/platform/env.ts";

const seededMark = { action: "demo.seeded", subjectId: "demo users" } as const;

/** Creates the demo users once, each with a password. */
export async function seedUsers(ctx: OperatorContext, partnerIds: readonly string[]): Promise<void> {
  const seeded = await sql`select from audit_entries where subject_id = ${seededMark.subjectId} and action = ${seededMark.action}`;
  if (seeded.length > 0) return;
  for (const [index, { users: people }] of demoPartners.entries()) {
    const partnerId = partnerIds[index] ?? "";
    for (const person of people) await createUser(ctx, { partnerId, ...person });
  }
  for (const person of demoStaff) await createUser(ctx, { partnerId: null, ...person });
  await db.transaction((tx) => recordAudit(tx, ctx, seededMark));
}

async function createUser(ctx: OperatorContext, person: Invitation): Promise<void> {
  // An interrupted start may have created them.
  const existing = await db.select({ id: users.id }).from(users).where(eq(users.email, person.email));
  if (existing.length > 0) return;
  const { token } = await inviteAtTerminal(ctx, person);
  await choosePassword({ token, password: demoPassword(person.email) }, ctx);
}

/** Invites a colleague once, two days before `now`. The link in the invitation reaches nobody. */
export async function inviteColleague(person: Invitation, now: Date): Promise<void> {
  const existing = await db.select({ id: users.id }).from(users).where(eq(users.email, person.email));
  if (existing.length > 0) return;
  await inviteAtTerminal(operatorContext("demo data", new Date(now.getTime() - 2 * 86_400_000)), person);
}

/** The users whose demo password still works. `known` has passwords by e-mail address. */
export async function listPeople(people: readonly DemoUserData[], existing: ReadonlyMap<string, string>): Promise<DemoPerson[]> {
  const emails = people.map(({ email }) => email);
  const rows = await db.select().from(users).where(inArray(users.email, emails));
  const owner = await Promise.all(
    rows.map(async ({ email, role, passwordHash, disabledAt }) => {
      const password = disabledAt === null ? await findPassword(email, passwordHash, existing) : undefined;
      return password === undefined ? [] : [{ email, password, role }];
    }),
  );
  return owner.flat().toSorted((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email));
}

/** The demo password of a user who has not changed it. It may come from a secret that has been replaced since. */
async function findPassword(email: string, hash: string | null, existing: ReadonlyMap<string, string>): Promise<string | undefined> {
  const passwords = env.APP_SECRETS.map((secret) => demoPassword(email, secret));
  for (const password of new Set([existing.get(email) ?? [], passwords].flat())) {
    if (await verifyPassword(hash, password)) return password;
  }
  return undefined;
}

/** Derived, so that an installation always gives the same password and demo.json can be rewritten. */
function demoPassword(email: string, secret = env.APP_SECRET): string {
  const letters = Buffer.from(hkdfSync("sha256", secret, "covergate", `demo password ${email}`, 12)).toString("base64url");
  return letters.match(/.{4}/g)?.join(".") ?? letters;
}
