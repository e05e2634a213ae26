import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { endDueContracts } from "#lib/insurance/contracts/end-due.ts";
import { read } from "#lib/insurance/contracts/read.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { actOnAll } from "#lib/insurance/renewals/bulk.ts";
import { list } from "#lib/insurance/renewals/list.ts";
import { notifyDueRenewals } from "#lib/insurance/renewals/notify-due.ts";
import type { WireRenewal } from "#lib/insurance/renewals/schema.ts";
import { attachOpened, makePartner, registerUtcRenter } from "#lib/insurance/renters/world.fixture.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

export interface Shop {
  uid: string;
  partnerId: string;
  at: (now: Date) => ApiContext;
}

export const noon = (day: string): Date => new Date(`${day}T12:00:00.000Z`);

export async function openShop(features: readonly Feature[] = []): Promise<Shop> {
  const [{ id, contexts }, uid] = await Promise.all([makePartner(), registerUtcRenter()]);
  await attachOpened(contexts.production, uid);
  const at = (now: Date): ApiContext => ({
    ...contexts.production,
    ...realMoment(now),
    partner: { ...contexts.production.partner, features },
  });
  return { uid, partnerId: id, at };
}

export function bike(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    product_type: "bike",
    product_subtype: "electric",
    value_excl: 2400,
    brand: "Moustache",
    model: "Lundi 27",
    data: { product_marked: "BC-12345", user_name: "Ada Martin" },
    ...changes,
  };
}

const company = {
  company_name: "Vélos de la Seine",
  first_name: "Ada",
  last_name: "Martin",
  address: "12 rue de la Paix",
  zipcode: "75002",
  city: "PARIS-2EME-ARRONDISSEMENT",
  country: "FR",
  siren: "552100554",
};

/** The required fields of each type besides its period; an LMD of 6 months or more needs a party. */
const terms: Record<ContractType, object> = {
  LCD: { contract_type: "LCD", options: ["break", "theft"] },
  LMD: { contract_type: "LMD", options: ["break", "theft"] },
  LLD: { contract_type: "LLD", options: ["break", "theft", "company", "home_to_work"], company },
};

export function bodyOf(
  shop: Shop,
  contractType: ContractType,
  start: Date,
  months: number,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    uid: shop.uid,
    ...terms[contractType],
    start_date: start.toISOString(),
    end_date: addMonths(start, months).toISOString(),
    products: [bike()],
    ...changes,
  };
}

export async function makeContract(
  shop: Shop,
  contractType: ContractType,
  start: Date,
  months: number,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const { cid } = await create(shop.at(start), bodyOf(shop, contractType, start, months, changes), { preview: false });
  return cid ?? "";
}

export async function readAll(shop: Shop, cid: string, now: Date): Promise<{ contract: WireContract; renewals: WireRenewal[] }> {
  const ctx = shop.at(now);
  const [contract, renewals] = await Promise.all([read(ctx, cid), list(ctx, cid)]);
  return { contract, renewals };
}

export async function readChain(shop: Shop, cid: string, now: Date): Promise<{ contract: WireContract; renewals: WireRenewal[] }[]> {
  const links = [];
  for (let next: string | null = cid; next !== null;) {
    const link: { contract: WireContract; renewals: WireRenewal[] } = await readAll(shop, next, now);
    links.push(link);
    next = link.renewals.find(({ applied }) => applied)?.next_cid ?? null;
  }
  return links;
}

export async function readEvents(cid: string): Promise<{ type: EventType; data: Record<string, unknown> }[]> {
  const rows = await sql<{ payload: string }[]>`select payload from events where subject_id = ${cid} order by id`;
  return rows.map(({ payload }) => {
    const { event_type: type, data } = JSON.parse(payload) as { event_type: EventType; data: Record<string, unknown> };
    return { type, data };
  });
}

export async function readStory(cid: string): Promise<string[]> {
  return (await readEvents(cid)).map(({ type }) => type.replace("v2.contract.", ""));
}

export async function runJobs(now: Date): Promise<void> {
  await notifyDueRenewals(now);
  await endDueContracts(now);
}

export async function actOnAllAtOnce(ctx: ApiContext, body: unknown): Promise<WireRenewal[]> {
  const changed: WireRenewal[] = [];
  for await (const page of await actOnAll(ctx, body)) changed.push(...page);
  return changed;
}
