import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { contractSubject } from "#lib/delivery/deliveries/subject.ts";
import type { ContractSubject } from "#lib/delivery/deliveries/subject.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { findContract } from "#lib/insurance/contracts/find.ts";
import type { ExistingContract } from "#lib/insurance/contracts/find.ts";
import { coverOfContract } from "#lib/insurance/contracts/rules/cover.ts";
import type { ContractCover } from "#lib/insurance/contracts/rules/cover.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { findOverviews } from "#lib/insurance/renewals/read.ts";
import type { RenewalOverview } from "#lib/insurance/renewals/read.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";

/** Reads a contract of the caller's world; 1051 for any other. */
export async function read(ctx: ApiContext, cid: string): Promise<WireContract> {
  const contract = await findContract(ctx.world, cid);
  if (contract === undefined) throw new ApiError("CONTRACT_NOT_FOUND");
  return serializeContract(contract);
}

interface ProductName {
  title: string;
  brand: string;
  model: string;
}

export interface CoveredProduct extends ContractProduct, ProductName {}

export interface ContractDetail extends Pick<
  Contract,
  | "uid"
  | "contractType"
  | "status"
  | "test"
  | "startDate"
  | "endDate"
  | "terminationPlanned"
  | "endReason"
  | "endedAt"
  | "createdAt"
  | "updatedAt"
> {
  cid: string;
  /** Null if the renter is no longer registered. */
  renter: string | null;
  subject: ContractSubject;
  /** By the clock of the world. */
  coverNow: ContractCover;
  products: CoveredProduct[];
  renewals: RenewalOverview[];
  origin: Pick<RenewalOverview, "arid" | "cid"> | null;
  wire: WireContract;
}

/** A contract of this world in detail; NotFound for an unknown one. */
export async function readForPortal({ world, now }: Pick<PartnerContext, "world" | "now">, cid: string): Promise<ContractDetail> {
  const contract = await findForPortal(world, cid);
  const [names, renter, subject, renewals] = await Promise.all([
    findNames(contract.products.map(({ productId }) => productId)),
    findRenter(contract.uid),
    findSubject(cid),
    findOverviews(world.id, sql`(r.cid = ${cid} or r.next_cid = ${cid})`),
  ]);
  const { uid, contractType, status, test, startDate, endDate, terminationPlanned, endReason, endedAt, createdAt, updatedAt } = contract;
  const origin = renewals.find(({ nextCid }) => nextCid === cid);
  return {
    ...{ cid, uid, contractType, status, test, startDate, endDate, terminationPlanned, endReason, endedAt, createdAt, updatedAt },
    renter,
    subject,
    coverNow: coverOfContract(contract.products, now),
    products: contract.products.map((product) => ({ ...product, ...(names.get(product.productId) ?? nameless) })),
    renewals: renewals.filter((renewal) => renewal.cid === cid),
    origin: origin === undefined ? null : { arid: origin.arid, cid: origin.cid },
    wire: serializeContract(contract),
  };
}

export async function findForPortal(world: PartnerContext["world"], cid: string): Promise<ExistingContract> {
  const contract = await findContract(world, cid);
  if (contract === undefined) throw new NotFound(`there is no contract ${cid}`, { key: "noContract" });
  return contract;
}

const nameless: ProductName = { title: "", brand: "", model: "" };

async function findNames(ids: readonly string[]): Promise<Map<string, ProductName>> {
  const rows = await sql<(ProductName & { id: string })[]>`
    select id, title, coalesce(data ->> 'brand', '') as brand, coalesce(data ->> 'model', '') as model
    from products where id = any(${[...new Set(ids)]}::text[])`;
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}

async function findSubject(cid: string): Promise<ContractSubject> {
  const [row] = await sql<{ subject: ContractSubject }[]>`
    select ${sql.unsafe(contractSubject("c"))} as subject from contracts c where cid = ${cid}`;
  if (row === undefined) throw new Error(`the contract ${cid} was deleted meanwhile`);
  return row.subject;
}

async function findRenter(uid: string): Promise<string | null> {
  const [renter] = await sql<{ name: string }[]>`select company ->> 'company_name' as name from renters where uid = ${uid}`;
  return renter?.name ?? null;
}
