import { hkdfSync } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { demoPartners, demoStaff } from "#db/seed/demo-data.ts";
import type { DemoUserData } from "#db/seed/demo-data.ts";
import type { DemoPerson } from "#db/seed/demo-file.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { invite } from "#lib/users/administration.ts";
import type { Invitation } from "#lib/users/administration.ts";
import { choosePassword, verifyPassword } from "#lib/users/passwords.ts";

const seededMark = { action: "demo.seeded", subjectId: "demo users" };

/** Creates the demo partners' staff and the operator's, each with a password; once, whatever became of them since. */
export async function seedUsers(ctx: StaffContext, partnerIds: readonly string[]): Promise<void> {
  const seeded = await sql`select from audit_entries where subject_id = ${seededMark.subjectId} and action = ${seededMark.action}`;
  if (seeded.length > 0) return;
  for (const [index, { users: people }] of demoPartners.entries()) {
    const partnerId = partnerIds[index] ?? "";
    for (const person of people) await createUser(ctx, { kind: "partner", partnerId, ...person });
  }
  for (const person of demoStaff) await createUser(ctx, { kind: "staff", ...person });
  await db.transaction((tx) => noteAudit(tx, ctx, seededMark));
}

async function createUser(ctx: StaffContext, person: Invitation): Promise<void> {
  // A start that was interrupted may have come this far.
  const known = await db.select({ id: users.id }).from(users).where(eq(users.email, person.email));
  if (known.length > 0) return;
  const { token } = await invite(ctx, person);
  await choosePassword({ token, password: demoPassword(person.email) }, ctx);
}

/** Those of the people who can sign in with the password that they were given; `known` are passwords by e-mail address. */
export async function listPeople(people: readonly DemoUserData[], known: ReadonlyMap<string, string>): Promise<DemoPerson[]> {
  const emails = people.map(({ email }) => email);
  const rows = await db.select().from(users).where(inArray(users.email, emails));
  const found = await Promise.all(
    rows.map(async ({ email, role, passwordHash, disabledAt }) => {
      const password = disabledAt === null ? await findPassword(email, passwordHash, known) : undefined;
      return password === undefined ? [] : [{ email, password, role }];
    }),
  );
  return found.flat().toSorted((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email));
}

/** What somebody was given as a password, if it is that still. The secret that it was made with may have been replaced since. */
async function findPassword(email: string, hash: string | null, known: ReadonlyMap<string, string>): Promise<string | undefined> {
  const given = env.APP_SECRETS.map((secret) => demoPassword(email, secret));
  for (const password of new Set([known.get(email) ?? [], given].flat())) {
    if (await verifyPassword(hash, password)) return password;
  }
  return undefined;
}

/** A password that an installation of its own always gives to the same person, so that demo.json can be written anew. */
function demoPassword(email: string, secret = env.APP_SECRET): string {
  const letters = Buffer.from(hkdfSync("sha256", secret, "covergate", `demo password ${email}`, 12)).toString("base64url");
  return letters.match(/.{4}/g)?.join(".") ?? letters;
}
