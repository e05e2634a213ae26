import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { StaffContext } from "#lib/context.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/portal-lists.ts";
import { rowsOfPage } from "#lib/rows-of-page.ts";
import { assertSupport } from "#lib/users/assert-support.ts";
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

/** A partner's staff, or with null the operator's own; who was invited last comes first. */
export async function listUsers(ctx: StaffContext, partnerId: string | null, query: Keyset): Promise<ListPage<UserOverview>> {
  assertSupport(ctx);
  const { id, email, name, role, disabledAt, createdAt, lastSignInAt, passwordHash } = users;
  const page = rowsOfPage(id, query);
  const rows = await db
    .select({ id, email, name, role, disabledAt, createdAt, lastSignInAt, passwordHash })
    .from(users)
    .where(and(partnerId === null ? isNull(users.partnerId) : eq(users.partnerId, partnerId), page.where))
    .orderBy(page.orderBy)
    .limit(page.limit);
  const read = rows.map(({ passwordHash: hash, ...user }) => ({ ...user, hasPassword: hash !== null }));
  return makeListPage(read, query, (user) => user.id);
}
