import { and, asc, desc, eq, gt, isNull, lt } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { StaffContext } from "#lib/context.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/portal-lists.ts";
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
  const { before, after, limit } = query;
  const isRising = before === undefined && after !== undefined;
  const { id, email, name, role, disabledAt, createdAt, lastSignInAt, passwordHash } = users;
  const rows = await db
    .select({ id, email, name, role, disabledAt, createdAt, lastSignInAt, passwordHash })
    .from(users)
    .where(
      and(
        partnerId === null ? isNull(users.partnerId) : eq(users.partnerId, partnerId),
        before === undefined ? undefined : lt(id, before),
        isRising ? gt(id, after) : undefined,
      ),
    )
    .orderBy(isRising ? asc(id) : desc(id))
    .limit(limit + 1);
  const read = rows.map(({ passwordHash: hash, ...user }) => ({ ...user, hasPassword: hash !== null }));
  return makeListPage(read, query, (user) => user.id);
}
