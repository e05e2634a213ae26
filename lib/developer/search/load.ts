import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import type { Value } from "#lib/account/search/fields.ts";
import { register } from "#lib/account/search/find.ts";
import type { EntryKind } from "#lib/account/search/find.ts";
import { valuesOfCall } from "#lib/developer/search/call-values.ts";
import type { StoredCall } from "#lib/developer/search/call-values.ts";

/** What finds a thing, as it is stored now. */
export interface Loaded {
  kind: EntryKind;
  id: string;
  worldId: number;
  at: Date;
  values: readonly Value[];
}

type Texts = Record<string, string | undefined>;

interface Row extends Record<string, unknown> {
  id: string;
  worldId: number;
  at: Date;
}

interface ContractValues {
  cid: string;
  uid: string;
  company: Texts | null;
  individual: Texts | null;
  renter: string | null;
  products: { cpid: string; data: Texts; title: string; of: Texts }[];
}

/** The SQL of a contract `c`, with all that finds it, as JSON. */
const contractJson = sql.raw(`(
  select json_build_object('cid', c.cid, 'uid', c.uid, 'company', c.company, 'individual', c.individual,
    'renter', (select company ->> 'company_name' from renters where uid = c.uid),
    'products', (select coalesce(json_agg(json_build_object('cpid', p.cpid, 'data', p.data, 'title', i.title, 'of', i.data) order by p.cpid), '[]')
      from contract_products p join products i on i.id = p.product_id where p.cid = c.cid)))`);

const fullName = (party: Texts | null, first: string, last: string) => [party?.[first], party?.[last]].join(" ");

/** `isOwn` for a contract and its renewals; the parties of a claim's contract are not the insured of the claim. */
function valuesOfContract({ cid, uid, company, individual, renter, products }: ContractValues, isOwn: boolean): Value[] {
  const parties = [company, individual];
  return [
    ...parties.flatMap((party): Value[] => [
      [isOwn ? "ownName" : "name", fullName(party, "first_name", "last_name")],
      [isOwn ? "ownCompany" : "company", party?.["company_name"]],
      ["email", party?.["email"]],
      ["phone", party?.["phone_number"]],
    ]),
    ["id", cid],
    ["renter", uid],
    ["renter", renter],
    ...products.flatMap(({ cpid, data, title, of }): Value[] => [
      ["marking", data["product_marked"]],
      ["internalId", data["internal_id"]],
      ["userName", data["user_name"]],
      ["product", fullName(of, "brand", "model")],
      ["title", title],
      ["id", cpid],
    ]),
  ];
}

type Load = (tx: Transaction, keys: SQL) => Promise<Loaded[]>;

const toEntry = <Read extends Row>(kind: EntryKind, valuesOf: (row: Read) => Value[]) => {
  return (row: Read): Loaded => ({ kind, id: row.id, worldId: row.worldId, at: row.at, values: valuesOf(row) });
};

/** How the things with these keys are read. Those that are gone, or not listed, are missing in the answer. */
const loads: Record<EntryKind, Load> = {
  contracts: async (tx, keys) => {
    const rows = await tx.execute<Row & { contract: ContractValues }>(sql`
      select c.cid as id, c.world_id, c.created_at as at, ${contractJson} as contract from contracts c where c.cid = any(${keys})`);
    return rows.map(toEntry("contracts", ({ contract }) => valuesOfContract(contract, true)));
  },
  claims: async (tx, keys) => {
    type Claim = Row & {
      number: string | null;
      uid: string;
      renter: string | null;
      insured: Texts;
      product: Texts;
      contract: ContractValues;
    };
    const rows = await tx.execute<Claim>(sql`
      select r.id, r.world_id, r.created_at as at, r.claim_id as number, r.uid, r.insured, r.product,
        (select company ->> 'company_name' from renters where uid = r.uid) as renter, ${contractJson} as contract
      from claims r join contracts c on c.cid = r.cid where r.id = any(${keys})`);
    return rows.map(
      toEntry("claims", ({ id, number, uid, renter, insured, product, contract }) => [
        ["ownName", fullName(insured, "firstName", "lastName")],
        ["ownCompany", insured["company"]],
        ["number", number],
        ["id", id],
        ["renter", uid],
        ["renter", renter],
        ["email", insured["email"]],
        ["phone", insured["phoneNumber"]],
        ["marking", product["productMarked"]],
        ["product", fullName(product, "brand", "model")],
        ...valuesOfContract(contract, false),
      ]),
    );
  },
  renewals: async (tx, keys) => {
    const rows = await tx.execute<Row & { nextCid: string | null; contract: ContractValues }>(sql`
      select r.arid as id, r.world_id, r.created_at as at, r.next_cid, ${contractJson} as contract
      from automatic_renewals r join contracts c on c.cid = r.cid where r.arid = any(${keys})`);
    return rows.map(toEntry("renewals", ({ id, nextCid, contract }) => [["id", id], ...valuesOfContract(contract, true), ["id", nextCid]]));
  },
  products: async (tx, keys) => {
    const rows = await tx.execute<Row & { uid: string; title: string; data: Texts }>(sql`
      select id, world_id, created_at as at, uid, title, data from products where id = any(${keys}) and not hidden and deleted_at is null`);
    return rows.map(
      toEntry("products", ({ id, uid, title, data }) => [
        ["ownTitle", title],
        ["uid", uid],
        ["product", fullName(data, "brand", "model")],
        ["id", id],
      ]),
    );
  },
  renters: async (tx, keys) => {
    const rows = await tx.execute<Row & { company: Texts }>(sql`
      select n.uid as id, a.world_id, n.created_at as at, n.company from renters n cross join lateral (
        select world_id from renter_attachments where renter_uid = n.uid union all select ${register}::int) a
      where n.uid = any(${keys})`);
    return rows.map(
      toEntry("renters", ({ id, company }) => [
        ["ownCompany", company["company_name"]],
        ["uid", id],
        ["city", company["city"]],
      ]),
    );
  },
  // A key of a call begins with its world, as the index of calls does.
  calls: async (tx, keys) => {
    const rows = await tx.execute<Row & StoredCall>(sql`
      select r.execution_id as id, r.world_id, r.at, r.execution_id, r.path, r.request_headers, r.request_body, r.response_body
      from unnest(${keys}) key
      join calls r on r.world_id = split_part(key, ' ', 1)::int and r.execution_id = split_part(key, ' ', 2) where ${isRefused("r")}`);
    return rows.map(toEntry("calls", (call: Row & StoredCall) => valuesOfCall(call)));
  },
};

/** Whether a call `alias` has an entry. Those above the limit of requests name nothing that is not in another one. */
export const isRefused = (alias: string): SQL => sql.raw(`${alias}.status >= 400 and ${alias}.status <> 429`);

/** What finds the things of a kind with these keys. */
export function load(tx: Transaction, kind: EntryKind, keys: readonly string[]): Promise<Loaded[]> {
  return keys.length === 0 ? Promise.resolve([]) : loads[kind](tx, sql`${sql.param([...keys])}::text[]`);
}
