import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { isRising, makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import type { RenterListQuery } from "#lib/renters/schema.ts";
import { holding } from "#lib/support/search-pattern.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** A renter that a partner has attached. */
export interface PartnerRenter {
  uid: string;
  company: string;
  city: string;
  country: string;
  /** Where it is attached, and since when. */
  attachments: { environment: Environment; attachedAt: string }[];
}

/** The renters attached to the environments of a partner that match, by uid; found by a part of the uid or of the company's name. */
export async function listOfPartner(ctx: StaffContext, partnerId: string, query: RenterListQuery): Promise<ListPage<PartnerRenter>> {
  assertSupport(ctx);
  const { search, before, after, limit } = query;
  const isBack = isRising(query);
  const pattern = holding(search ?? "");
  const rows = await sql<PartnerRenter[]>`
    select r.uid, r.company ->> 'company_name' as company, r.company ->> 'city' as city, r.company ->> 'country' as country,
      json_agg(json_build_object('environment', w.environment, 'attachedAt', a.attached_at) order by w.environment) as attachments
    from worlds w join renter_attachments a on a.world_id = w.id join renters r on r.uid = a.renter_uid
    where w.partner_id = ${partnerId}
      ${search === undefined ? sql`` : sql`and (r.uid ilike ${pattern} or r.company ->> 'company_name' ilike ${pattern})`}
      ${before === undefined ? sql`` : sql`and r.uid > ${before}`} ${isBack && after !== undefined ? sql`and r.uid < ${after}` : sql``}
    group by r.uid order by r.uid ${isBack ? sql`desc` : sql`asc`} limit ${limit + 1}`;
  return makeListPage(rows, query, ({ uid }) => uid);
}
