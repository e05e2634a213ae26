import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const day = 86_400_000;

export async function makeShop(now: Date): Promise<ApiContext & { uid: string }> {
  const { contexts } = await makePartner();
  const ctx = { ...contexts.production, ...realMoment(now) };
  const uid = await registerRenter();
  await attachOpened(ctx, uid);
  return { ...ctx, uid };
}

export async function makeContracts(shop: ApiContext & { uid: string }, count: number): Promise<string[]> {
  const cids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = new Date(shop.now.getTime() + index * 60_000);
    const body = {
      uid: shop.uid,
      contract_type: "LCD",
      start_date: start.toISOString(),
      end_date: new Date(start.getTime() + 7 * day).toISOString(),
      options: ["break", "theft"],
      products: [bike],
    };
    const { cid } = await create(shop, body, { preview: false });
    cids.push(cid ?? "");
  }
  return cids;
}

export async function makeRenewedContract(shop: ApiContext & { uid: string }): Promise<string> {
  const body = {
    uid: shop.uid,
    contract_type: "LMD",
    start_date: shop.now.toISOString(),
    end_date: new Date(shop.now.getTime() + 92 * day).toISOString(),
    options: ["break", "theft"],
    products: [bike],
    automatic_renewal: true,
  };
  const { cid } = await create(shop, body, { preview: false });
  return cid ?? "";
}

const bike = {
  product_type: "bike",
  product_subtype: "electric",
  value_excl: 2400,
  brand: "Moustache",
  model: "Lundi 27",
  data: { product_marked: "BC-12345", user_name: "Ada Martin" },
};

export async function subjectsOf({ world }: ApiContext, eventType: string): Promise<string[]> {
  const rows = await sql<{ subject: string }[]>`
    select subject_id as subject from events where world_id = ${world.id} and event_type = ${eventType} order by id`;
  return rows.map(({ subject }) => subject);
}
