import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { readOnReplica } from "#db/replica.ts";
import { batchReads, columnsWithout, fromJson, jsonOf, runUnprepared, selectOf } from "#db/rows.ts";
import { contractProducts, contracts } from "#db/schema/contracts.ts";
import type { World } from "#lib/account/worlds/context.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import type { CatalogueProduct } from "#lib/insurance/contracts/rules/basket.ts";
import type { References } from "#lib/insurance/contracts/rules/references.ts";
import type { City } from "#lib/insurance/geo/schema.ts";
import { tariffInForce } from "#lib/insurance/prices/find.ts";
import type { RenterFacts } from "#lib/insurance/renters/schema.ts";
import { timeZoneOf } from "#lib/platform/time/calendar.ts";

export type ExistingContract = Contract & { cid: string; worldId: number; revision: number };

type Row = Omit<ExistingContract, "products"> & { products: Pick<ContractProduct, "productSubtype">[] };

const productColumns = columnsWithout(contractProducts, "cid");

/** The subtype is read from the product, since it is fixed there. */
const productJson = `${jsonOf(productColumns, "p").slice(0, -1)}, 'productSubtype', (select k.data ->> 'product_subtype' from products k where k.id = p.product_id))`;

const columns = `${selectOf(columnsWithout(contracts, "dueAt", "erasedAt", "timeZone"), "c")}, ${timeZoneOf("c")} as "timeZone",
  (select json_agg(${productJson} order by p.cpid) from contract_products p where p.cid = c.cid) as products`;

/**
 * The lateral join with `offset 0` looks up each contract by its key, whatever the plan. In subqueries the arrays do not make Postgres plan
 * every call anew.
 */
const byIds = `select found.* from unnest((select $1::text[]), (select $2::integer[])) as asked (cid, world_id), lateral (
  select ${columns} from contracts c where c.cid = asked.cid and c.world_id = asked.world_id offset 0) as found`;

export async function findContract(world: Pick<World, "id">, cid: string): Promise<ExistingContract | undefined> {
  const row = await readRow({ cid, worldId: world.id });
  return row === undefined ? undefined : toContract(row);
}

const nameOf = ({ cid, worldId }: Pick<ExistingContract, "cid" | "worldId">) => `${worldId} ${cid}`;

const readRow = batchReads(nameOf, async (references) => {
  const ids = [references.map(({ cid }) => cid), references.map(({ worldId }) => worldId)];
  const rows = await pool.unsafe<Row[]>(byIds, ids, { prepare: true });
  return new Map(rows.map((row) => [nameOf(row), row]));
});

export interface ContractFilter {
  uid: string;
  test?: boolean | undefined;
  status?: ContractStatus | undefined;
  product_marked?: string | undefined;
  internal_id?: string | undefined;
  created_after?: Date | undefined;
  /** A cid, which need not exist. */
  after?: string | undefined;
  skip: number;
  limit: number;
}

function given(value: unknown, condition: SQL): SQL[] {
  return value === undefined ? [] : [condition];
}

/** The conditions of a list. Each filter has an index, by which Postgres reads where few contracts match. */
function conditionsOf(worldId: number, filter: ContractFilter): SQL {
  const isBefore = (of: SQL) => given(filter.after, sql`${of}.cid < ${filter.after}`);
  // The end of the page before holds for both tables, since Postgres does not infer it.
  const hasProductWith = (property: SQL, value: string | undefined) => {
    const conditions = [sql`p.data ->> ${property} = ${value}`, sql`p.cid = c.cid`, ...isBefore(sql`p`)];
    return given(value, sql`exists (select from contract_products p where ${sql.join(conditions, sql` and `)})`);
  };
  const conditions = [
    sql`c.world_id = ${worldId}`,
    sql`c.uid = ${filter.uid}`,
    ...given(filter.test, sql`c.test = ${filter.test}`),
    ...given(filter.status, sql`c.status = ${filter.status}`),
    ...given(filter.created_after, sql`c.created_at > ${filter.created_after}`),
    ...hasProductWith(sql`'product_marked'`, filter.product_marked),
    ...hasProductWith(sql`'internal_id'`, filter.internal_id),
    ...isBefore(sql`c`),
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * Contracts of a renter, newest first (rules/contracts.md#read-1). A page is chosen by the index alone before its contracts are read, so that
 * a large `skip` costs no more than counting.
 */
export async function findContracts(world: World, filter: ContractFilter): Promise<ExistingContract[]> {
  const page = sql`
    select ${sql.raw(columns)} from contracts c where c.cid = any(array(
      select c.cid from contracts c where ${conditionsOf(world.id, filter)} order by c.cid desc
      limit ${filter.limit} offset ${filter.skip}
    )) order by c.cid desc`;
  // Not prepared: a generic plan would scan the contracts of all worlds until a page is full.
  const rows = await readOnReplica((server) => runUnprepared<Row>(server, page));
  return rows.map(toContract);
}

/** Reads contracts that the transaction has locked, in the order of their ids. */
export async function findLocked(tx: Transaction, cids: readonly string[]): Promise<ExistingContract[]> {
  const rows = await tx.execute<Row>(
    sql`select ${sql.raw(columns)} from contracts c where c.cid = any(${sql.param(cids)}::text[]) order by c.cid`,
  );
  return rows.map(toContract);
}

const toProduct = fromJson(productColumns);

function toContract({ products, ...row }: Row): ExistingContract {
  return { ...row, products: products.map((json) => toProduct(json)) };
}

export interface Referenced {
  /** Undefined if it is not attached to this world (rules/contracts.md#create-4). */
  renter: RenterFacts | undefined;
  /** By `product_id`, or by the partner's `uid`. Hidden and deleted products are not found (rules/contracts.md#products-1, #products-2). */
  products: Map<string, CatalogueProduct>;
  /** The cities of the zipcodes; none for an unknown zipcode or a country without a list. */
  cities: City[];
  /** The one in force, by the partner's own. */
  tariffId: string | null;
}

interface ReferencesRow {
  asked: string;
  renter: RenterFacts | null;
  products: (CatalogueProduct & { uid: string })[] | null;
  cities: City[] | null;
  tariffId: string | null;
}

const lookUp = `
  select asked.name as asked,
    (select json_build_object('contractTypes', r.contract_types, 'productTypes', r.product_types,
        'timeZone', r.time_zone)
      from renter_attachments a join renters r on r.uid = a.renter_uid
      where a.world_id = asked.world_id and a.renter_uid = asked.uid) as renter,
    (select json_agg(json_build_object('productId', p.id, 'uid', p.uid, 'productType', p.product_type,
        'productSubtype', p.data ->> 'product_subtype', 'valueExclCents', p.value_excl_cents))
      from products p
      where p.world_id = asked.world_id and (p.id = any(asked.product_ids) or p.uid = any(asked.product_ids))
        and not p.hidden and p.deleted_at is null) as products,
    (select json_agg(json_build_object('country', c.country, 'zipcode', c.zipcode, 'name', c.name, 'former', c.former) order by c.country, c.zipcode, c.name collate "C")
      from cities c where (c.country, c.zipcode) in (select * from unnest(asked.countries, asked.zipcodes))) as cities,
    ${tariffInForce("asked.own_tariff_id", "asked.at")} as "tariffId"
  from json_to_recordset($1::json)
    as asked (name text, world_id int, uid text, product_ids text[], countries text[], zipcodes text[], own_tariff_id text, at timestamptz)`;

/** Reads everything that a body refers to in one round trip, which concurrent requests share. */
export async function findReferenced(
  world: Pick<World, "id">,
  references: References,
  now: Date,
  ownTariffId: string | null = null,
): Promise<Referenced> {
  const { uid, productIds, zipcodes } = references;
  const row = await readReferences({
    world_id: world.id,
    uid,
    product_ids: productIds,
    countries: zipcodes.map(({ country }) => country),
    zipcodes: zipcodes.map(({ zipcode }) => zipcode),
    own_tariff_id: ownTariffId,
    at: now,
  });
  return {
    renter: row?.renter ?? undefined,
    products: byReference(row?.products ?? [], productIds),
    cities: row?.cities ?? [],
    tariffId: row?.tariffId ?? null,
  };
}

const readReferences = batchReads(JSON.stringify, async (references: readonly object[]) => {
  const rows = await pool.unsafe<ReferencesRow[]>(lookUp, [JSON.stringify(references.map((one, name) => ({ name, ...one })))], {
    prepare: true,
  });
  return new Map(rows.map((row) => [JSON.stringify(references[Number(row.asked)]), row]));
});

function byReference(rows: NonNullable<ReferencesRow["products"]>, references: readonly string[]): Map<string, CatalogueProduct> {
  const wanted = new Set(references);
  const products = rows.map(({ uid, ...product }) => ({ uid, product }));
  return new Map([
    ...products.filter(({ uid }) => wanted.has(uid)).map(({ uid, product }) => [uid, product] as const),
    ...products.filter(({ product }) => wanted.has(product.productId)).map(({ product }) => [product.productId, product] as const),
  ]);
}
