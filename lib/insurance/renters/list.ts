import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import { renterAttachments, renters } from "#db/schema/partners.ts";
import { findEntries } from "#lib/account/search/find.ts";
import type { SearchScope } from "#lib/account/search/find.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext, SupportContext } from "#lib/account/worlds/context.ts";
import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { RegisteredRenterQuery, RenterListQuery } from "#lib/insurance/renters/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { isBackward, makeListPage } from "#lib/platform/lists/portal-lists.ts";
import type { ListPage } from "#lib/platform/lists/portal-lists.ts";

/** Lists the renters of the calling key's world as an object whose values are true (rules/renters.md#read-1). */
export async function list({ world }: ApiContext): Promise<Record<string, true>> {
  const rows = await pool<{ uid: string }[]>`
    select renter_uid as uid from renter_attachments where world_id = ${world.id} order by renter_uid`;
  return Object.fromEntries(rows.map(({ uid }) => [uid, true]));
}

interface Company {
  uid: string;
  company: string;
  city: string;
  country: string;
}

const companyColumns = sql`r.uid, r.company ->> 'company_name' as company, r.company ->> 'city' as city, r.company ->> 'country' as country`;

export interface RenterRow extends Company {
  contractTypes: ContractType[];
  attachedAt: Date;
}

/** So many of the newest rental companies are found. */
const mostFound = 5_000;

/** The condition that a search finds a rental company; undefined if nothing is typed. */
async function isFound(uid: SQL, typed: string | undefined, scope: SearchScope = "everywhere"): Promise<SQL | undefined> {
  if (typed === undefined) return undefined;
  const found = await findEntries({ kinds: ["renters"], typed, scope, most: mostFound });
  return sql`${uid} = any(${sql.param(found.map(({ id }) => id))}::text[])`;
}

export async function listAttached({ world }: PartnerContext, query: RenterListQuery): Promise<ListPage<RenterRow>> {
  const { search, before, after, limit } = query;
  const isBack = isBackward(query);
  const uid = renterAttachments.renterUid;
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
        await isFound(sql`renters.uid`, search, world.id),
        before === undefined ? undefined : gt(uid, before),
        isBack && after !== undefined ? lt(uid, after) : undefined,
      ),
    )
    .orderBy(isBack ? desc(uid) : asc(uid))
    .limit(limit + 1);
  return makeListPage(rows, query, (row) => row.uid);
}

export interface RegisteredRenter extends Company {
  contractTypes: ContractType[];
  productTypes: ProductType[];
  partners: number;
  /** The environments in which it is attached to the partner of the query. */
  attachedIn: Environment[];
  createdAt: Date;
}

/** Lists registered renters, newest first. */
export async function listForSupport(_ctx: SupportContext, query: RegisteredRenterQuery): Promise<ListPage<RegisteredRenter>> {
  const { search, before, after, limit } = query;
  const isBack = isBackward(query);
  const cursor = before ?? after;
  const comparison = isBack ? sql`>` : sql`<`;
  const order = isBack ? sql`asc` : sql`desc`;
  const rows = await db.execute<RegisteredRenter & Record<string, unknown>>(sql`
    select ${companyColumns},
      r.contract_types, r.product_types, r.created_at,
      (select count(distinct w.partner_id)::int from worlds w join renter_attachments a on a.world_id = w.id and a.renter_uid = r.uid) as partners,
      (select coalesce(array_agg(w.environment order by w.environment), '{}') from worlds w join renter_attachments a on a.world_id = w.id and a.renter_uid = r.uid
        where w.partner_id = ${query.partnerId ?? null}::text) as "attachedIn"
    from (
      select * from renters r where true
        and ${(await isFound(sql`r.uid`, search)) ?? sql`true`}
        ${cursor === undefined ? sql`` : sql`and (r.created_at, r.uid) ${comparison} (select c.created_at, c.uid from renters c where c.uid = ${cursor})`}
      order by r.created_at ${order}, r.uid ${order} limit ${limit + 1}) r
    order by r.created_at ${order}, r.uid ${order}`);
  return makeListPage(rows, query, ({ uid }) => uid);
}

export interface PartnerRenter extends Company {
  attachments: { environment: Environment; attachedAt: string }[];
}

export async function listOfPartner(_ctx: SupportContext, partnerId: string, query: RenterListQuery): Promise<ListPage<PartnerRenter>> {
  const { search, before, after, limit } = query;
  const isBack = isBackward(query);
  const rows = await db.execute<PartnerRenter & Record<string, unknown>>(sql`
    select ${companyColumns},
      json_agg(json_build_object('environment', w.environment, 'attachedAt', a.attached_at) order by w.environment) as attachments
    from worlds w join renter_attachments a on a.world_id = w.id join renters r on r.uid = a.renter_uid
    where w.partner_id = ${partnerId}
      and ${(await isFound(sql`r.uid`, search)) ?? sql`true`}
      ${before === undefined ? sql`` : sql`and r.uid > ${before}`} ${isBack && after !== undefined ? sql`and r.uid < ${after}` : sql``}
    group by r.uid order by r.uid ${isBack ? sql`desc` : sql`asc`} limit ${limit + 1}`);
  return makeListPage(rows, query, ({ uid }) => uid);
}

const maxNames = 200;

export interface RenterName {
  uid: string;
  name: string;
}

export async function listNames({ world }: Pick<PartnerContext, "world">): Promise<RenterName[]> {
  return pool<RenterName[]>`
    select r.uid, r.company ->> 'company_name' as name from renter_attachments a join renters r on r.uid = a.renter_uid
    where a.world_id = ${world.id} order by name, r.uid limit ${pool.unsafe(String(maxNames))}`;
}
