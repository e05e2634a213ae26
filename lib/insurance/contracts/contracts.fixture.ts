import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import { newContractId, newId } from "#lib/platform/ids.ts";

export interface SampleContract {
  uid: string;
  contractType: ContractType;
  status: ContractStatus;
  test: boolean;
  createdAt: Date;
}

export interface StoredContract extends SampleContract {
  cid: string;
  cpid: string;
  productId: string;
}

const week = 7 * 86_400_000;

/** Inserts contracts; each insures `productId`, or a product of its own. */
export async function insertContracts(
  worldId: number,
  samples: readonly SampleContract[],
  { productId }: { productId?: string } = {},
): Promise<StoredContract[]> {
  const stored = samples.map((sample): StoredContract => {
    const cid = `${encodeTime(sample.createdAt.getTime(), 10)}${newContractId().slice(10)}`;
    return { ...sample, cid, cpid: `cpid_${cid}`, productId: productId ?? newId("prod") };
  });
  const contracts = stored.map(({ cid, uid, contractType, status, test, createdAt }) => ({
    ...{ cid, uid, status, test },
    world_id: worldId,
    contract_type: contractType,
    start_date: createdAt,
    end_date: new Date(createdAt.getTime() + week),
    due_at: new Date(createdAt.getTime() + week),
    options: ["break", "theft"],
    termination_planned: false,
    created_at: createdAt,
    updated_at: createdAt,
    revision: 1,
  }));
  const products = productId === undefined ? stored.map((contract) => productOf(worldId, contract)) : [];
  const covers = stored.map((contract) => ({
    ...{ cpid: contract.cpid, cid: contract.cid, status: contract.status },
    product_id: contract.productId,
    product_type: "bike",
    value_excl_cents: 240_000,
    start_date: contract.createdAt,
    end_date: new Date(contract.createdAt.getTime() + week),
    data: { product_marked: "BC-12345" },
    price_cents: 1234,
  }));
  const [tariff] = await sql<{ id: string }[]>`select id from tariffs limit 1`;
  await insertRows(
    "contracts",
    contracts.map((contract) => ({ ...contract, tariff_id: tariff?.id })),
  );
  await insertRows("products", products);
  await insertRows("contract_products", covers);
  // Writes the entries that the verb would write (rules/statements.md#ledger-1).
  await sql`
    insert into premium_entries (id, world_id, at, uid, cid, cpid, kind, amount_cents)
    select 'prem_' || c.cid, c.world_id, c.created_at, c.uid, c.cid, p.cpid, 'created', p.price_cents
    from contracts c join contract_products p using (cid) join worlds w on w.id = c.world_id
    where c.cid = any(${stored.map(({ cid }) => cid)}) and (not c.test or w.environment = 'development')`;
  return stored;
}

async function insertRows(table: string, rows: readonly unknown[]): Promise<void> {
  await sql`insert into ${sql(table)} select * from json_populate_recordset(null::${sql(table)}, ${JSON.stringify(rows)}::json)`;
}

function productOf(worldId: number, { productId, createdAt }: StoredContract) {
  return {
    id: productId,
    world_id: worldId,
    uid: productId,
    product_type: "bike",
    title: `Bike ${productId}`,
    data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" },
    value_excl_cents: 240_000,
    hidden: true,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
