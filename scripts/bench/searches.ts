import { sql } from "#db/client.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { list as listCalls } from "#lib/developer/calls/list.ts";
import { listForPortal as listEvents } from "#lib/developer/events/list-for-portal.ts";
import { listForPortal as listClaims } from "#lib/insurance/claims/overview.ts";
import { listForPortal as listContracts } from "#lib/insurance/contracts/list.ts";
import { listForPortal as listProducts } from "#lib/insurance/products/list.ts";

type Search = () => Promise<number>;

const query = (search: string) => ({ search, limit: 25, before: undefined, after: undefined });

/** Fifty searches, by list: rare, frequent and absent texts, whole and in part. */
export async function searchesOf(world: World, now: Date): Promise<Record<string, Search[]>> {
  const [contract] = await sql<Record<"cid" | "marking" | "email" | "last" | "first" | "fleet", string>[]>`
    select c.cid, p.data ->> 'product_marked' as marking, p.data ->> 'internal_id' as fleet, c.individual ->> 'email' as email,
      c.individual ->> 'last_name' as last, c.individual ->> 'first_name' as first
    from contracts c join contract_products p on p.cid = c.cid where c.world_id = ${world.id} order by c.cid offset 7777 limit 1`;
  const [call] = await sql<
    { id: string }[]
  >`select execution_id as id from calls where world_id = ${world.id} order by at offset 4321 limit 1`;
  const [event] = await sql<{ id: string }[]>`select id from events where world_id = ${world.id} offset 321 limit 1`;
  const [company] = await sql<{ name: string }[]>`select company ->> 'company_name' as name from renters where uid = 'shop-77'`;
  const { cid = "", marking = "", email = "", last = "", first = "", fleet = "" } = contract ?? {};
  const texts = [
    cid,
    cid.slice(-6),
    marking,
    marking.slice(3),
    email,
    email.slice(0, 7),
    last,
    `${last} ${first}`,
    fleet,
    company?.name ?? "",
  ];
  const common = [first, "Moustache", "riese müller", "people", "cycles", "xyzzy"];
  const ctx = { world };
  return {
    "contracts, rare": texts.map((text) => async () => (await listContracts(ctx, query(text))).rows.length),
    "contracts, frequent or absent": common.map((text) => async () => (await listContracts(ctx, query(text))).rows.length),
    claims: [...texts, "CLM-100777", "100777"].map((text) => async () => (await listClaims(ctx, query(text))).rows.length),
    products: ["model", "Nakamura", "gitane", cid.slice(-6)].map((text) => async () => (await listProducts(ctx, query(text))).rows.length),
    calls: [...texts.slice(0, 8), call?.id ?? "", (call?.id ?? "").slice(-7), "xyzzy", "/v2/contracts"].map(
      (text) => async () => (await listCalls(ctx, query(text))).rows.length,
    ),
    events: [...texts.slice(0, 4), event?.id ?? "", (event?.id ?? "").slice(-7)].map(
      (text) => async () => (await listEvents({ ...ctx, realTime: now } as never, query(text))).rows.length,
    ),
  };
}
