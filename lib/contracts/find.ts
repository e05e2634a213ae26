import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import type { World } from "#lib/context.ts";
import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import { readTogether } from "#lib/read-together.ts";

/** A date column comes as text from the driver and as ISO 8601 from JSON; both are instants. */
type Stored<T> = { [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key] };
type StoredProduct = Stored<ContractProduct>;
type StoredContract = Omit<Stored<ExistingContract>, "products"> & { products: StoredProduct[] };

/** A contract that is stored, with its world and the count of its changes that a guarded write names. */
export type ExistingContract = Contract & { cid: string; worldId: number; revision: number };

/** What a contract is read with, its products in the same round trip. */
const columns = `
  c.cid, c.world_id as "worldId", c.uid, c.contract_type as "contractType", c.status, c.test, c.start_date as "startDate", c.end_date as "endDate",
  c.options, c.company, c.individual, c.tariff_id as "tariffId", c.termination_planned as "terminationPlanned",
  c.end_reason as "endReason", c.ended_at as "endedAt", c.created_at as "createdAt", c.updated_at as "updatedAt", c.revision,
  (select json_agg(json_build_object('cpid', p.cpid, 'productId', p.product_id, 'productType', p.product_type,
      'valueExclCents', p.value_excl_cents, 'status', p.status, 'startDate', p.start_date, 'endDate', p.end_date, 'data', p.data,
      'priceCents', p.price_cents, 'replacedBy', p.replaced_by, 'endReason', p.end_reason) order by p.cpid)
    from contract_products p where p.cid = c.cid) as products`;

/**
 * Each looked up by itself, so that no plan ever reads the table to find several. The arrays are parameters of their own
 * queries: where Postgres sees how long they are, it plans each time anew, which costs more than the reading.
 */
const byIds = `select found.* from unnest((select $1::text[]), (select $2::integer[])) as asked (cid, world_id), lateral (
  select ${columns} from contracts c where c.cid = asked.cid and c.world_id = asked.world_id offset 0) as found`;
/** A page's contracts are chosen by their index alone and read then: to skip many costs no more than to count them. */
const pageOf = (condition: string) => `
  select ${columns} from contracts c where c.cid = any(array(
    select cid from contracts where ${condition} order by cid desc limit $3 offset $4
  )) order by c.cid desc`;
const byRenter = pageOf("world_id = $1 and uid = $2");
const byRenterAndTest = pageOf("world_id = $1 and uid = $2 and test = $5");

/** The contract of this world, or undefined: another world's is not told from one that does not exist. */
export async function findContract(world: Pick<World, "id">, cid: string): Promise<ExistingContract | undefined> {
  const row = await readRow({ cid, worldId: world.id });
  return row === undefined ? undefined : revive(row);
}

const nameOf = ({ cid, worldId }: Pick<ExistingContract, "cid" | "worldId">) => `${worldId} ${cid}`;

const readRow = readTogether(nameOf, async (asked) => {
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
  // Planned each time: a plan kept for every renter alike walks the contracts of all worlds until a page is full.
  const rows = await pool.unsafe<StoredContract[]>(
    test === undefined ? byRenter : byRenterAndTest,
    test === undefined ? page : [...page, test],
  );
  return rows.map(revive);
}

/** Contracts that the transaction has locked, of whatever worlds, in the order of their ids. */
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
