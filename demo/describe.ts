import { sql } from "#db/client.ts";
import type { DemoUserData } from "#demo/demo-data.ts";
import type { DemoPartner, DemoProduct } from "#demo/demo-file.ts";
import { listPeople } from "#demo/users.ts";
import { findWorkingKey } from "#demo/working-key.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** Describes the database's current state, whatever changed since the seed. */
export async function describeDemoPartner(
  ctx: OperatorContext,
  partnerId: string,
  people: readonly DemoUserData[],
  passwords: ReadonlyMap<string, string>,
): Promise<DemoPartner> {
  const [name, developmentKey, productionKey, renters, development, production, users] = await Promise.all([
    readName(partnerId),
    findWorkingKey(ctx, partnerId, "development"),
    findWorkingKey(ctx, partnerId, "production"),
    listRenters(partnerId),
    listProducts(partnerId, "development"),
    listProducts(partnerId, "production"),
    listPeople(people, passwords),
  ]);
  return { name, developmentKey, productionKey, renters, products: { development, production }, users };
}

async function readName(partnerId: string): Promise<string> {
  const [partner] = await sql<{ name: string }[]>`select name from partners where id = ${partnerId}`;
  if (partner === undefined) throw new Error(`the demo partner ${partnerId} is gone`);
  return partner.name;
}

/** The renters attached to both keys, least restricted first. */
async function listRenters(partnerId: string): Promise<string[]> {
  const rows = await sql<{ uid: string }[]>`
    select r.uid from renters r join renter_attachments a on a.renter_uid = r.uid join worlds w on w.id = a.world_id
    where w.partner_id = ${partnerId} group by r.uid having count(*) = 2
    order by cardinality(r.contract_types) + cardinality(r.product_types) desc, r.uid`;
  return rows.map(({ uid }) => uid);
}

async function listProducts(partnerId: string, environment: Environment): Promise<DemoProduct[]> {
  const rows = await sql<{ uid: string; id: string; productType: DemoProduct["product_type"] }[]>`
    select p.uid, p.id, p.product_type from products p join worlds w on w.id = p.world_id
    where w.partner_id = ${partnerId} and w.environment = ${environment} and not p.hidden and p.deleted_at is null
    order by p.id`;
  return rows.map(({ uid, id, productType }) => ({ uid, product_id: id, product_type: productType }));
}
