import { and, asc, desc, eq, gt, ilike, lt, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { renterAttachments, renters } from "#db/schema/partners.ts";
import type { ContractType } from "#lib/catalogue.ts";
import { isRising, makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import type { RenterListQuery } from "#lib/renters/schema.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A renter as a row of the portal's list. */
export interface RenterRow {
  uid: string;
  company: string;
  city: string;
  country: string;
  contractTypes: ContractType[];
  attachedAt: Date;
}

/** The renters attached to a world that match, by uid. */
export async function listAttached({ world }: PartnerContext, query: RenterListQuery): Promise<ListPage<RenterRow>> {
  const { search, before, after, limit } = query;
  const isBack = isRising(query);
  const uid = renterAttachments.renterUid;
  const pattern = `%${(search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await db
    .select({
      uid,
      company: sql<string>`${renters.company} ->> 'company_name'`,
      city: sql<string>`${renters.company} ->> 'city'`,
      country: sql<string>`${renters.company} ->> 'country'`,
      contractTypes: renters.contractTypes,
      attachedAt: renterAttachments.attachedAt,
    })
    .from(renterAttachments)
    .innerJoin(renters, eq(renters.uid, uid))
    .where(
      and(
        eq(renterAttachments.worldId, world.id),
        search === undefined
          ? undefined
          : or(
              ilike(uid, pattern),
              ilike(sql`${renters.company} ->> 'company_name'`, pattern),
              ilike(sql`${renters.company} ->> 'city'`, pattern),
            ),
        before === undefined ? undefined : gt(uid, before),
        isBack && after !== undefined ? lt(uid, after) : undefined,
      ),
    )
    .orderBy(isBack ? desc(uid) : asc(uid))
    .limit(limit + 1);
  return makeListPage(rows, query, (row) => row.uid);
}
