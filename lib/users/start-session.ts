import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PartnerStatus } from "#lib/partners/schema.ts";
import type { Occasion } from "#lib/users/contexts.ts";

/** What a session is made of; everything else is read from the user's row at each request. */
export interface NewSession {
  userId: string;
  sessionVersion: number;
}

/** How it ends for somebody who has proved who they are; `suspended` is their partner. */
export type Entry = { outcome: "signedIn"; session: NewSession } | { outcome: "refused" } | { outcome: "suspended" };

/** A user, and how their partner stands; null for the operator's own. */
interface Person {
  user: typeof users.$inferSelect;
  status: PartnerStatus | null;
}

/** The user of an address, in lower case as it is stored; undefined for one that nobody has. */
export async function findByEmail(email: string): Promise<Person | undefined> {
  const [found] = await db
    .select({ user: users, status: partners.status })
    .from(users)
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(eq(users.email, email));
  return found;
}

/** Lets in somebody who has proved who they are, unless they or their partner may not, and notes that they sign in. */
export async function startSession(
  person: Person | undefined,
  { now, address }: Occasion,
  by: "password" | "identity provider",
): Promise<Entry> {
  if (person === undefined || person.user.disabledAt !== null) return { outcome: "refused" };
  const { user, status } = person;
  if (status === "suspended") return { outcome: "suspended" };
  await db.transaction(async (tx) => {
    await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, user.id));
    await noteAudit(
      tx,
      { now, address, actor: { type: "user", userId: user.id, partnerId: user.partnerId } },
      { action: "user.signedIn", subjectId: user.id, details: { by } },
    );
  });
  return { outcome: "signedIn", session: { userId: user.id, sessionVersion: user.sessionVersion } };
}
