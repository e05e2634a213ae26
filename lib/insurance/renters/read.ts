import { sql as query } from "drizzle-orm";
import { sql } from "#db/client.ts";
import { runUnprepared } from "#db/rows.ts";
import type { Logo } from "#db/schema/partners.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext, SupportContext } from "#lib/account/worlds/context.ts";
import type { PartnerStatus } from "#lib/account/worlds/schema.ts";
import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import { findAttached } from "#lib/insurance/renters/find.ts";
import { serializeRenter } from "#lib/insurance/renters/renter.ts";
import type { AttachedRenter } from "#lib/insurance/renters/renter.ts";
import type { RenterCompany, WireRenter } from "#lib/insurance/renters/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";
import { quote } from "#lib/platform/wire/fields.ts";

/** Reads an attached renter; 2001 for any other (rules/renters.md#attach-5). */
export async function read({ world }: ApiContext, uid: string): Promise<WireRenter> {
  const renter = await findAttached(world, uid);
  if (renter === undefined) {
    throw new ApiError("RENTER_UNKNOWN", `the renter ${quote(uid)} is unknown: GET /renters lists those that are attached to this API key`);
  }
  return serializeRenter(renter);
}

export interface RenterDetail {
  uid: string;
  name: string;
  attached: (Omit<AttachedRenter, "uid"> & { at: Date }) | null;
  /** By status, over the newest `maxExamined` contracts at most. */
  contracts: Partial<Record<ContractStatus, number>>;
  /** How many were counted; null for all. */
  countedNewest: number | null;
}

/** Reads a renter that is attached to this world or has contracts in it; throws NotFound for any other. */
export async function readForPortal({ world }: Pick<PartnerContext, "world">, uid: string): Promise<RenterDetail> {
  const [renter, registered, counts] = await Promise.all([
    findAttached(world, uid),
    findKnown(world.id, uid),
    countContracts(world.id, uid),
  ]);
  if (registered === undefined || (renter === undefined && counts.length === 0)) {
    throw new NotFound(`there is no renter ${uid} here`, { key: "noRenter", values: { uid } });
  }
  const counted = counts.reduce((sum, { count }) => sum + count, 0);
  return {
    uid,
    name: registered.name,
    attached: renter === undefined || registered.attachedAt === null ? null : describe(renter, registered.attachedAt),
    contracts: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
    countedNewest: counted >= maxExamined ? counted : null,
  };
}

function describe(
  { company, contractTypes, productTypes, option, inclusion, timeZone }: AttachedRenter,
  at: Date,
): RenterDetail["attached"] {
  return { company, contractTypes, productTypes, option, inclusion, timeZone, at };
}

async function findKnown(worldId: number, uid: string): Promise<{ name: string; attachedAt: Date | null } | undefined> {
  const [row] = await sql<{ name: string; attachedAt: Date | null }[]>`
    select r.company ->> 'company_name' as name, a.attached_at
    from renters r left join renter_attachments a on a.renter_uid = r.uid and a.world_id = ${worldId} where r.uid = ${uid}`;
  return row;
}

function countContracts(worldId: number, uid: string): Promise<{ status: ContractStatus; count: number }[]> {
  // Not prepared: a generic plan may scan the contracts of all worlds.
  return runUnprepared(
    sql,
    query`select status, count(*)::int as count from (
      select status from contracts where world_id = ${worldId} and uid = ${uid} order by cid desc limit ${query.raw(String(maxExamined))}
    ) newest group by status`,
  );
}

/** An environment where it is attached, or has open contracts from an earlier attachment. */
export interface RenterPlace {
  partnerId: string;
  partnerName: string;
  partnerStatus: PartnerStatus;
  environment: Environment;
  attachedAt: string | null;
  openContracts: number;
}

export interface RegisteredRenterDetail {
  uid: string;
  company: RenterCompany;
  contractTypes: ContractType[];
  productTypes: ProductType[];
  option: boolean;
  inclusion: boolean;
  timeZone: string;
  brandColor: string;
  logo: Logo | null;
  createdAt: Date;
  places: RenterPlace[];
  openFor: { partnerId: string; partnerName: string; openedAt: string }[];
}

export async function readForSupport(_ctx: SupportContext, uid: string): Promise<RegisteredRenterDetail> {
  const [row] = await sql<RegisteredRenterDetail[]>`
    select r.uid, r.company, r.contract_types, r.product_types, r.option, r.inclusion, r.time_zone, r.brand_color, r.logo, r.created_at,
      (select coalesce(json_agg(json_build_object('partnerId', p.id, 'partnerName', p.name, 'openedAt', o.opened_at) order by p.name), '[]')
        from renter_openings o join partners p on p.id = o.partner_id where o.renter_uid = r.uid) as "openFor",
      (select coalesce(json_agg(json_build_object('partnerId', p.id, 'partnerName', p.name, 'partnerStatus', p.status,
          'environment', w.environment, 'attachedAt', a.attached_at, 'openContracts', c.open) order by p.name, w.environment), '[]')
        from worlds w join partners p on p.id = w.partner_id
          left join renter_attachments a on a.world_id = w.id and a.renter_uid = r.uid
          cross join lateral (
            select count(*)::int as open from contracts where world_id = w.id and uid = r.uid and status = 'open') c
        where a.world_id is not null or c.open > 0) as places
    from renters r where r.uid = ${uid}`;
  if (row === undefined) throw new NotFound(`there is no renter ${uid}`, { key: "noRenter", values: { uid } });
  return row;
}
