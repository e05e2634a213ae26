import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Database, Transaction } from "#db/client.ts";
import { users } from "#db/schema/users.ts";

export interface Owner {
  id: string;
  name: string;
  email: string;
}

/** A partner's owners who can sign in. */
export async function listOwners(partnerId: string, from: Database | Transaction = db): Promise<Owner[]> {
  return from
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.partnerId, partnerId), eq(users.role, "owner"), isNull(users.disabledAt)))
    .orderBy(users.id);
}

/** Their e-mail addresses. */
export async function listOwnerEmails(partnerId: string, from?: Database | Transaction): Promise<string[]> {
  return (await listOwners(partnerId, from)).map(({ email }) => email);
}
