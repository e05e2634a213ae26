import { sql } from "#db/client.ts";
import type { CreateClaimBody } from "#lib/claims/requests.ts";
import type { CreationFacts, InsuredProduct } from "#lib/claims/rules/creation.ts";
import type { World } from "#lib/context.ts";

type Row = { isAttached: boolean; test: boolean | null } & {
  [Field in keyof InsuredProduct]: InsuredProduct[Field] extends Date ? string : InsuredProduct[Field] | null;
};

/** What a new claim is about: whether its renter is attached, the renter's contract and the contract's product, in one round trip. */
export async function findInsured(
  world: World,
  { userId, contractId, contractProductId }: Pick<CreateClaimBody, "userId" | "contractId" | "contractProductId">,
): Promise<Pick<CreationFacts, "isAttached" | "contract" | "product">> {
  const [row] = await sql<Row[]>`
    select exists (select from renter_attachments where world_id = ${world.id} and renter_uid = ${userId}) as "isAttached",
      c.test, p.product_type as "productType", p.status, p.start_date as "startDate", p.end_date as "endDate", p.data,
      k.data as "catalogueData"
    from (select) as asked
      left join contracts c on c.cid = ${contractId} and c.world_id = ${world.id} and c.uid = ${userId}
      left join contract_products p on p.cid = c.cid and p.cpid = ${contractProductId}
      left join products k on k.id = p.product_id`;
  if (row === undefined) throw new Error("a query without a condition answered no row");
  const { isAttached, test, productType, status, startDate, endDate, data, catalogueData } = row;
  const isKnown = productType !== null && status !== null && data !== null && catalogueData !== null;
  return {
    isAttached,
    contract: test === null ? undefined : { test },
    product: isKnown ? { productType, status, startDate: new Date(startDate), endDate: new Date(endDate), data, catalogueData } : undefined,
  };
}
