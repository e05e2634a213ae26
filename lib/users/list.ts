import { asc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Role } from "#lib/users/schema.ts";

/** A user as the operator sees them. */
export interface UserOverview {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabledAt: Date | null;
  createdAt: Date;
  lastSignInAt: Date | null;
  /** False until the one-time link was used. */
  hasPassword: boolean;
}

/** A partner's staff, or with null the operator's own; in the order in which they were invited. */
export async function listUsers(_ctx: StaffContext, partnerId: string | null): Promise<UserOverview[]> {
  const { id, email, name, role, disabledAt, createdAt, lastSignInAt, passwordHash } = users;
  const rows = await db
    .select({ id, email, name, role, disabledAt, createdAt, lastSignInAt, passwordHash })
    .from(users)
    .where(partnerId === null ? isNull(users.partnerId) : eq(users.partnerId, partnerId))
    .orderBy(asc(users.id));
  return rows.map(({ passwordHash: hash, ...user }) => ({ ...user, hasPassword: hash !== null }));
}
