import { setImmediate } from "node:timers/promises";
import { sql } from "#db/client.ts";
import type { ContractType, Option, ProductSubtype, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { calendarFor } from "#lib/insurance/catalogue/period.ts";
import { changesBetween, changesThatFallBack, isLargeChange, raisesPrices } from "#lib/insurance/prices/figures.ts";
import type { FigureChange } from "#lib/insurance/prices/figures.ts";
import type { PriceList } from "#lib/insurance/prices/file.ts";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { premium } from "#lib/insurance/prices/rules/premium.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { Tariff, TariffRates } from "#lib/insurance/prices/schema.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { timeZoneOf } from "#lib/platform/time/calendar.ts";
import { addDays, insurerCalendar } from "#lib/platform/time/days-and-months.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";

const daysBack = 30;

const batchSize = 2_000;

const largestShown = 10;

/** The most contracts, newest first, so that a simulation ends in time. */
const maxContracts = 100_000;

interface Prices {
  /** By the version that the list replaces. */
  beforeCents: Cents;
  afterCents: Cents;
  /** By the version that each contract was made with. */
  todayCents: Cents;
}

interface Sums extends Prices {
  contracts: number;
}

/** The effect that a price list would have had (rules/prices.md#lists-7). */
interface Simulation extends Sums {
  /** The contracts with the largest changes, the largest first. */
  largest: ({ cid: string; uid: string; renter: string | null } & Prices)[];
  renters: ({ uid: string; renter: string | null } & Sums)[];
  /** The start of the simulated period. */
  since: Date;
  /** True if older contracts of the thirty days were left out, since there are too many. */
  isCut: boolean;
}

interface PricedContract extends LocalCalendar {
  cid: string;
  createdAt: Date;
  uid: string;
  renter: string | null;
  contractType: ContractType;
  startDate: Date;
  options: Option[];
  tariffId: string;
  products: {
    productType: ProductType;
    productSubtype: ProductSubtype | null;
    valueExclCents: number;
    startDate: string;
    endDate: string;
  }[];
}

const changeOf = ({ beforeCents, afterCents }: Pick<Sums, "beforeCents" | "afterCents">) => Math.abs(afterCents - beforeCents);

type Version = Pick<Tariff, "name" | "version" | "effectiveFrom">;

/** The effect of a price list, compared with the version that it replaces (rules/prices.md#lists-8). */
export interface Effect {
  /** Null for a list of a new name, which is compared with the public one. */
  follows: Version | null;
  changes: FigureChange[];
  raises: boolean;
  /** Paths of figures that change by more than half: a person confirms each by typing it. */
  toConfirm: string[];
  /** The version that is scheduled after this list, and which of its changes end then. Null if none is scheduled. */
  fallBack: (Version & { changes: FigureChange[] }) | null;
  simulation: Simulation;
}

/** `effectiveFrom` is null if the day is not chosen yet: then the list follows the newest version. */
export async function effectOf(list: PriceList, effectiveFrom: Date | null, now: Date): Promise<Effect> {
  const { name, rates } = list;
  const [replaced, next] = await Promise.all([findReplaced(name, effectiveFrom), findNext(name, effectiveFrom)]);
  if (replaced === undefined) throw new Error("there is no public price list");
  const changes = changesBetween(replaced.rates, rates);
  return {
    follows: replaced.name === name ? versionOf(replaced) : null,
    changes,
    raises: raisesPrices(changes),
    toConfirm: changes.filter(isLargeChange).map(({ path }) => path),
    fallBack: next === undefined ? null : { ...versionOf(next), changes: changesThatFallBack(changes, rates, next.rates) },
    simulation: await simulate(list, replaced.rates, now),
  };
}

function versionOf({ name, version, effectiveFrom }: Tariff): Version {
  return { name, version, effectiveFrom };
}

/** The version that is in force just before a moment; for a new name the public one. */
export async function findReplaced(name: string, moment: Date | null): Promise<Tariff | undefined> {
  return (await findBefore(name, moment)) ?? findBefore(publicTariffName, moment);
}

/** The version before a moment, or the newest of all. */
export async function findBefore(name: string, moment: Date | null): Promise<Tariff | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from tariffs where name = ${name} and (${moment}::timestamptz is null or effective_from < ${moment}::timestamptz)
      and withdrawn_at is null
    order by effective_from desc limit 1`;
  return row === undefined ? undefined : findTariff(row.id);
}

async function findNext(name: string, moment: Date | null): Promise<Tariff | undefined> {
  if (moment === null) return undefined;
  const [row] = await sql<{ id: string }[]>`
    select id from tariffs where name = ${name} and effective_from > ${moment} and withdrawn_at is null order by effective_from limit 1`;
  return row === undefined ? undefined : findTariff(row.id);
}

/**
 * Prices the contracts of the last 30 days anew, by a list and by the version that it replaces: those of production whose partner has the list of this name, without tests, as they are
 * now insured. Cancelled and replaced products cost nothing before and after.
 */
async function simulate({ name, rates }: Pick<PriceList, "name" | "rates">, replaced: TariffRates, now: Date): Promise<Simulation> {
  const since = addDays(now, -daysBack, insurerCalendar);
  const total: Sums = { contracts: 0, beforeCents: 0, afterCents: 0, todayCents: 0 };
  const renters = new Map<string, Simulation["renters"][number]>();
  let largest: Simulation["largest"] = [];
  for await (const contracts of readContracts(name, since)) {
    for (const contract of contracts) {
      const { cid, uid, renter } = contract;
      const own = (await findTariff(contract.tariffId)).rates;
      const prices: Prices = {
        beforeCents: priceWith(replaced, contract),
        afterCents: priceWith(rates, contract),
        todayCents: priceWith(own, contract),
      };
      const ofRenter = renters.get(uid) ?? { uid, renter, contracts: 0, beforeCents: 0, afterCents: 0, todayCents: 0 };
      renters.set(uid, ofRenter);
      for (const sums of [total, ofRenter]) {
        sums.contracts += 1;
        sums.beforeCents += prices.beforeCents;
        sums.afterCents += prices.afterCents;
        sums.todayCents += prices.todayCents;
      }
      largest.push({ cid, uid, renter, ...prices });
    }
    largest = largest.toSorted((a, b) => changeOf(b) - changeOf(a)).slice(0, largestShown);
    // Other requests are answered in between.
    await setImmediate();
    if (total.contracts >= maxContracts) break;
  }
  return {
    ...total,
    largest: largest.filter((one) => changeOf(one) > 0),
    renters: [...renters.values()].toSorted((a, b) => changeOf(b) - changeOf(a)),
    since,
    isCut: total.contracts >= maxContracts,
  };
}

function priceWith(rates: TariffRates, contract: PricedContract): Cents {
  const { contractType, options } = contract;
  return contract.products.reduce((sum, { startDate, endDate, ...product }) => {
    const period = { startDate: new Date(startDate), endDate: new Date(endDate) };
    return sum + premium(rates, { ...product, ...period, contractType, options, ...calendarFor(contract, period) });
  }, 0);
}

/** The newest first, world by world. */
async function* readContracts(name: string, since: Date): AsyncGenerator<PricedContract[], void> {
  const worlds = await sql<{ id: number }[]>`
    select w.id from worlds w join partners p on p.id = w.partner_id left join tariffs own on own.id = p.tariff_id and own.withdrawn_at is null
    where w.environment = 'production' and coalesce(own.name, ${publicTariffName}) = ${name} order by w.id`;
  for (const { id } of worlds) {
    let before = { createdAt: new Date("9999-01-01T00:00:00.000Z"), cid: "" };
    for (;;) {
      const rows: PricedContract[] = await sql<PricedContract[]>`
        select c.cid, c.created_at, c.uid, r.company ->> 'company_name' as renter, c.contract_type,
          c.start_date, ${sql.unsafe(timeZoneOf("c"))} as "timeZone", c.renewal_day, c.options, c.tariff_id,
          (select coalesce(jsonb_agg(jsonb_build_object('productType', p.product_type, 'productSubtype', k.data ->> 'product_subtype', 'valueExclCents', p.value_excl_cents,
            'startDate', p.start_date, 'endDate', p.end_date)), '[]') from contract_products p join products k on k.id = p.product_id
            where p.cid = c.cid and p.status not in ('cancel', 'has_been_replaced')) as products
        from contracts c left join renters r on r.uid = c.uid
        where c.world_id = ${id} and not c.test and c.created_at >= ${since} and (c.created_at, c.cid) < (${before.createdAt}, ${before.cid})
        order by c.created_at desc, c.cid desc limit ${batchSize}`;
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows;
      before = last;
    }
  }
}
