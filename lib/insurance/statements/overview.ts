import { sql } from "#db/client.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { findPartner, findWorld } from "#lib/account/worlds/find.ts";
import { addUp, countedOf, countRenters, figuresOf, hasTax, toFigures } from "#lib/insurance/statements/figures.ts";
import type { CountedFigures, WorldMonth } from "#lib/insurance/statements/figures.ts";
import { read } from "#lib/insurance/statements/read.ts";
import { closingOf, isAmongMonths, monthOf, monthsFrom } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import type { Figures, StoredFigures, WireStatement, WireStatementSummary } from "#lib/insurance/statements/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

interface PartnerWorld {
  worldId: number;
  partnerId: string;
  name: string;
  first: Date;
}

export interface MonthOfPartners {
  month: Month;
  closed: boolean;
  totals: Figures;
  partners: ({ partnerId: string; name: string } & Figures)[];
}

export interface StatementOfPartner extends WireStatement {
  partner: { id: string; name: string };
}

/** The months of all partners' production environments together, newest first (rules/statements.md#month-1). */
export async function listForSupport(ctx: SupportContext): Promise<WireStatementSummary[]> {
  const worlds = await findWorldsWithPremiums();
  const first = firstMonthOf(worlds);
  if (first === undefined) return [];
  const months = monthsFrom(first, monthOf(ctx.now));
  const counted = await countPartners(worlds, months);
  return months.map((month) => {
    const totals = toFigures(addUp(counted.filter((row) => row.month === month)));
    return { month, closed: closingOf(month) <= ctx.now, totals };
  });
}

/** A month of every partner's production environment; 1090 if there is no such statement. */
export async function readForSupport(ctx: SupportContext, month: Month): Promise<MonthOfPartners> {
  const worlds = await findWorldsWithPremiums();
  if (!worlds.some(({ first }) => isAmongMonths(month, monthOf(first), monthOf(ctx.now)))) throw new ApiError("STATEMENT_NOT_FOUND");
  const counted = await countPartners(worlds, [month]);
  const partners = worlds.flatMap(({ worldId, partnerId, name, first }) => {
    if (monthOf(first) > month) return [];
    return [{ partnerId, name, ...toFigures(addUp(counted.filter((row) => row.worldId === worldId))) }];
  });
  return { month, closed: closingOf(month) <= ctx.now, totals: toFigures(addUp(counted)), partners };
}

/** A month of one partner's production environment. */
export async function readOfPartner(ctx: SupportContext, partnerId: string, month: Month): Promise<StatementOfPartner> {
  const { id, name } = await findPartner(partnerId);
  const statement = await read({ world: await findWorld(id, "production"), now: ctx.now }, month);
  return { ...statement, partner: { id, name } };
}

/** The first month with a premium of any partner. */
export async function findFirstMonthOfAll(): Promise<Month | undefined> {
  return firstMonthOf(await findWorldsWithPremiums());
}

function firstMonthOf(worlds: readonly PartnerWorld[]): Month | undefined {
  return worlds.map(({ first }) => monthOf(first)).toSorted()[0];
}

async function findWorldsWithPremiums(): Promise<PartnerWorld[]> {
  return sql<PartnerWorld[]>`
    select w.id as "worldId", p.id as "partnerId", p.name, e.first
    from worlds w join partners p on p.id = w.partner_id
      cross join lateral (select min(at) as first from premium_entries where world_id = w.id) e
    where w.environment = 'production' and e.first is not null order by p.name`;
}

/** By world and month: as stored where the month was closed, else counted. */
async function countPartners(worlds: readonly PartnerWorld[], months: readonly Month[]): Promise<(CountedFigures & WorldMonth)[]> {
  const rows = await sql<(WorldMonth & { totals: StoredFigures["totals"] })[]>`
    select world_id, month, figures -> 'totals' as totals from statements
    where month = any(${[...months]}) and world_id = any(${worlds.map(({ worldId }) => worldId)})`;
  const stored = new Map<string, StoredFigures>(rows.map((row) => [keyOf(row), { totals: row.totals, renters: [] }]));
  const periods = worlds.flatMap(({ worldId, first }) => {
    return months.filter((month) => month >= monthOf(first)).map((month) => ({ worldId, month }));
  });
  const counted = Map.groupBy(await countRenters(periods.filter((period) => !hasTax(stored.get(keyOf(period))))), keyOf);
  return periods.map((period) => {
    const { totals } = figuresOf(counted.get(keyOf(period)) ?? [], stored.get(keyOf(period)));
    return { ...period, ...countedOf(totals) };
  });
}

const keyOf = ({ worldId, month }: WorldMonth) => `${worldId} ${month}`;
