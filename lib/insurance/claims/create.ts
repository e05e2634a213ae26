import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import type { TransactionContext, WorldContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { entriesOfObject, entryInForce } from "#lib/insurance/claims/cover.ts";
import type { CreateClaimBody } from "#lib/insurance/claims/requests.ts";
import { decideCreation } from "#lib/insurance/claims/rules/creation.ts";
import type { CreationFacts, InsuredProduct } from "#lib/insurance/claims/rules/creation.ts";
import { emitClaim, insertClaim } from "#lib/insurance/claims/save.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";

type Row = { isAttached: boolean; test: boolean | null } & { [Field in keyof InsuredProduct]: InsuredProduct[Field] | null };

async function findInsured(
  world: WorldContext["world"],
  { userId, contractId, contractProductId }: Pick<CreateClaimBody, "userId" | "contractId" | "contractProductId">,
): Promise<Pick<CreationFacts, "isAttached" | "contract" | "product">> {
  const [row] = await pool<Row[]>`
    select exists (select from renter_attachments where world_id = ${world.id} and renter_uid = ${userId}) as "isAttached",
      c.test, p.product_type, current.status, current.start_date, current.end_date, p.data,
      k.data as "catalogueData", (
        select min(l.claim_at) from claims l
        where l.cpid = any(${pool.unsafe(entriesOfObject("p.cid", "p.cpid"))}) and l.subtype = 'total_theft'
          and exists (select from settlements s where s.claim_id = l.id and s.type = 'refund' and s.payment_at is not null)
      ) as "lostAt"
    from (select) as asked
      left join contracts c on c.cid = ${contractId} and c.world_id = ${world.id} and c.uid = ${userId} and c.erased_at is null
      left join contract_products p on p.cid = c.cid and p.cpid = ${contractProductId}
      left join products k on k.id = p.product_id
      left join ${entryInForce()} current on true`;
  if (row === undefined) throw new Error("a query without a condition answered no row");
  const { isAttached, test, productType, status, startDate, endDate, data, catalogueData, lostAt } = row;
  const isKnown =
    productType !== null && status !== null && startDate !== null && endDate !== null && data !== null && catalogueData !== null;
  return {
    isAttached,
    contract: test === null ? undefined : { test },
    product: isKnown ? { productType, status, startDate, endDate, data, catalogueData, lostAt } : undefined,
  };
}

/** Creates a draft (rules/claims.md#create-7). */
export async function create(ctx: WorldContext & TransactionContext, body: CreateClaimBody): Promise<WireClaim> {
  const { now, world } = ctx;
  const facts = await findInsured(world, body);
  const created = decideCreation(body, { ...facts, id: newId("claim"), now, worldId: world.id });
  return transact(async (tx) => {
    await keepContract(tx, body.contractId, "CLAIM_CONTRACT_NOT_FOUND");
    await insertClaim(tx, created.claim);
    await emitClaim(tx, created, ctx);
    return serializeClaim(created.claim);
  }, ctx);
}

/** Waits for a deletion or an erasure of the contract, and keeps it until the transaction ends; `unknown` where it is gone or was erased. */
export async function keepContract(
  tx: Transaction,
  cid: string,
  unknown: "CLAIM_CONTRACT_NOT_FOUND" | "CONTRACT_NOT_FOUND",
): Promise<void> {
  const held = await tx.execute(sql`select from contracts where cid = ${cid} and erased_at is null for key share`);
  if (held.length === 0) throw new ApiError(unknown);
}
