import { sql } from "#db/client.ts";
import { changesBetween, changesThatFallBack, isLargeChange, raisesPrices } from "#lib/insurance/prices/figures.ts";
import type { FigureChange } from "#lib/insurance/prices/figures.ts";
import type { PriceList } from "#lib/insurance/prices/file.ts";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { Tariff } from "#lib/insurance/prices/schema.ts";
import { simulate } from "#lib/insurance/prices/simulate.ts";
import type { Simulation } from "#lib/insurance/prices/simulate.ts";

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
