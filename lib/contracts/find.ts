import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { batchReads } from "#lib/batch-reads.ts";
import type { World } from "#lib/context.ts";
import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import type { CatalogueProduct } from "#lib/contracts/rules/basket.ts";
import type { RenterFacts } from "#lib/contracts/rules/creation.ts";
import type { References } from "#lib/contracts/rules/references.ts";
import type { City } from "#lib/geo/schema.ts";
import { publicTariffName } from "#lib/tariffs/schema.ts";

/** Dates are texts, as the driver and JSON give them. */
type Stored<T> = { [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key] };
type StoredProduct = Stored<ContractProduct>;
type StoredContract = Omit<Stored<ExistingContract>, "products"> & { products: StoredProduct[] };

export type ExistingContract = Contract & { cid: string; worldId: number; revision: number };

const columns = `
  c.cid, c.world_id as "worldId", c.uid, c.contract_type as "contractType", c.status, c.test, c.start_date as "startDate", c.end_date as "endDate",
  c.options, c.company, c.individual, c.tariff_id as "tariffId", c.termination_planned as "terminationPlanned",
  c.end_reason as "endReason", c.ended_at as "endedAt", c.created_at as "createdAt", c.updated_at as "updatedAt", c.source, c.revision,
  (select json_agg(json_build_object('cpid', p.cpid, 'productId', p.product_id, 'productType', p.product_type,
      'valueExclCents', p.value_excl_cents, 'status', p.status, 'startDate', p.start_date, 'endDate', p.end_date, 'data', p.data,
      'priceCents', p.price_cents, 'replacedBy', p.replaced_by, 'endReason', p.end_reason) order by p.cpid)
    from contract_products p where p.cid = c.cid) as products`;

/**
 * The lateral join with `offset 0` looks up each contract by its key, whatever the plan. In subqueries the arrays do not make Postgres plan
 * every call anew.
 */
const byIds = `select found.* from unnest((select $1::text[]), (select $2::integer[])) as asked (cid, world_id), lateral (
  select ${columns} from contracts c where c.cid = asked.cid and c.world_id = asked.world_id offset 0) as found`;
/** Chooses a page by the index alone before reading its contracts, so that a large `skip` costs no more than counting. */
const pageOf = (condition: string) => `
  select ${columns} from contracts c where c.cid = any(array(
    select cid from contracts where ${condition} order by cid desc limit $3 offset $4
  )) order by c.cid desc`;
const byRenter = pageOf("world_id = $1 and uid = $2");
const byRenterAndTest = pageOf("world_id = $1 and uid = $2 and test = $5");

export async function findContract(world: Pick<World, "id">, cid: string): Promise<ExistingContract | undefined> {
  const row = await readRow({ cid, worldId: world.id });
  return row === undefined ? undefined : revive(row);
}

const nameOf = ({ cid, worldId }: Pick<ExistingContract, "cid" | "worldId">) => `${worldId} ${cid}`;

const readRow = batchReads(nameOf, async (asked) => {
  const ids = [asked.map(({ cid }) => cid), asked.map(({ worldId }) => worldId)];
  const rows = await pool.unsafe<StoredContract[]>(byIds, ids, { prepare: true });
  return new Map(rows.map((row) => [nameOf(row), row]));
});

/** Contracts of a renter, newest first (partner-api.md § Contracts). */
export async function findContracts(
  world: World,
  filter: { uid: string; test: boolean | undefined; skip: number; limit: number },
): Promise<ExistingContract[]> {
  const { uid, test, skip, limit } = filter;
  const page = [world.id, uid, limit, skip];
  // Not prepared: a generic plan would scan the contracts of all worlds until a page is full.
  const rows = await pool.unsafe<StoredContract[]>(
    test === undefined ? byRenter : byRenterAndTest,
    test === undefined ? page : [...page, test],
  );
  return rows.map(revive);
}

/** Reads contracts that the transaction has locked, in the order of their ids. */
export async function findLocked(tx: Transaction, cids: readonly string[]): Promise<ExistingContract[]> {
  const rows = await tx.execute(
    sql`select ${sql.raw(columns)} from contracts c where c.cid = any(${sql.param(cids)}::text[]) order by c.cid`,
  );
  return (rows as unknown as StoredContract[]).map(revive);
}

function revive(row: StoredContract): ExistingContract {
  return {
    ...row,
    startDate: new Date(row.startDate),
    endDate: new Date(row.endDate),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    products: row.products.map((product) => ({ ...product, startDate: new Date(product.startDate), endDate: new Date(product.endDate) })),
  };
}

export interface Referenced {
  /** Undefined where it is not attached to this world (resolutions.md § 1). */
  renter: RenterFacts | undefined;
  /** By `product_id`, or by the partner's `uid`. Hidden and deleted products are not found (resolutions.md § 6). */
  products: Map<string, CatalogueProduct>;
  /** The cities of the zipcodes; none for an unknown zipcode or a country without a list. */
  cities: City[];
  publicTariffId: string | null;
}

interface ReferencesRow {
  asked: string;
  renter: RenterFacts | null;
  products: (CatalogueProduct & { uid: string })[] | null;
  cities: City[] | null;
  publicTariffId: string | null;
}

const lookUp = `
  select asked.name as asked,
    (select json_build_object('contractTypes', r.contract_types, 'productTypes', r.product_types)
      from renter_attachments a join renters r on r.uid = a.renter_uid
      where a.world_id = asked.world_id and a.renter_uid = asked.uid) as renter,
    (select json_agg(json_build_object('productId', p.id, 'uid', p.uid, 'productType', p.product_type, 'valueExclCents', p.value_excl_cents))
      from products p
      where p.world_id = asked.world_id and (p.id = any(asked.product_ids) or p.uid = any(asked.product_ids))
        and not p.hidden and p.deleted_at is null) as products,
    (select json_agg(json_build_object('country', c.country, 'zipcode', c.zipcode, 'name', c.name) order by c.country, c.zipcode, c.name collate "C")
      from cities c where (c.country, c.zipcode) in (select * from unnest(asked.countries, asked.zipcodes))) as cities,
    (select t.id from tariffs t where t.name = '${publicTariffName}' and t.effective_from <= asked.at
      order by t.effective_from desc limit 1) as "publicTariffId"
  from json_to_recordset($1::json)
    as asked (name text, world_id int, uid text, product_ids text[], countries text[], zipcodes text[], at timestamptz)`;

/** Reads everything that a body refers to in one round trip, which concurrent requests share. */
export async function findReferenced(world: Pick<World, "id">, references: References, now: Date): Promise<Referenced> {
  const { uid, productIds, zipcodes } = references;
  const row = await readReferences({
    world_id: world.id,
    uid,
    product_ids: productIds,
    countries: zipcodes.map(({ country }) => country),
    zipcodes: zipcodes.map(({ zipcode }) => zipcode),
    at: now,
  });
  return {
    renter: row?.renter ?? undefined,
    products: byReference(row?.products ?? [], productIds),
    cities: row?.cities ?? [],
    publicTariffId: row?.publicTariffId ?? null,
  };
}

const readReferences = batchReads(JSON.stringify, async (asked: readonly object[]) => {
  const rows = await pool.unsafe<ReferencesRow[]>(lookUp, [JSON.stringify(asked.map((one, name) => ({ name, ...one })))], {
    prepare: true,
  });
  return new Map(rows.map((row) => [JSON.stringify(asked[Number(row.asked)]), row]));
});

function byReference(rows: NonNullable<ReferencesRow["products"]>, references: readonly string[]): Map<string, CatalogueProduct> {
  const asked = new Set(references);
  const found = rows.map(({ uid, ...product }) => ({ uid, product }));
  return new Map([
    ...found.filter(({ uid }) => asked.has(uid)).map(({ uid, product }) => [uid, product] as const),
    ...found.filter(({ product }) => asked.has(product.productId)).map(({ product }) => [product.productId, product] as const),
  ]);
}
