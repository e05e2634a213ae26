import { sql } from "#db/client.ts";
import type { SupportContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors/catalogue.ts";
import { findPartner, findWorld } from "#lib/partners/find.ts";
import { addUp, countedOf, countRenters, toFigures } from "#lib/statements/figures.ts";
import type { Counted } from "#lib/statements/figures.ts";
import { read } from "#lib/statements/read.ts";
import { closingOf, isAmongMonths, monthOf, monthsFrom } from "#lib/statements/rules/months.ts";
import type { Month } from "#lib/statements/rules/months.ts";
import type { Figures, StatementFigures, WireStatement, WireStatementSummary } from "#lib/statements/schema.ts";

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

/** The months of all partners' production environments together, newest first (resolutions.md § 20). */
export async function listForSupport(ctx: SupportContext): Promise<WireStatementSummary[]> {
  const worlds = await findWorldsWithPremiums();
  const [first] = worlds.map((world) => monthOf(world.first)).toSorted();
  if (first === undefined) return [];
  return Promise.all(
    monthsFrom(first, monthOf(ctx.now)).map(async (month) => {
      const counted = await countPartners(worlds, month);
      return { month, closed: closingOf(month) <= ctx.now, totals: toFigures(addUp([...counted.values()])) };
    }),
  );
}

/** A month of every partner's production environment; 1090 where there is no such statement. */
export async function readForSupport(ctx: SupportContext, month: Month): Promise<MonthOfPartners> {
  const worlds = await findWorldsWithPremiums();
  if (!worlds.some(({ first }) => isAmongMonths(month, monthOf(first), monthOf(ctx.now)))) throw new ApiError("STATEMENT_NOT_FOUND");
  const counted = await countPartners(worlds, month);
  const partners = worlds.flatMap(({ worldId, partnerId, name }) => {
    const of = counted.get(worldId);
    return of === undefined ? [] : [{ partnerId, name, ...toFigures(of) }];
  });
  return { month, closed: closingOf(month) <= ctx.now, totals: toFigures(addUp([...counted.values()])), partners };
}

/** A month of one partner's production environment. */
export async function readOfPartner(ctx: SupportContext, partnerId: string, month: Month): Promise<StatementOfPartner> {
  const { id, name } = await findPartner(partnerId);
  const statement = await read({ world: await findWorld(id, "production"), now: ctx.now }, month);
  return { ...statement, partner: { id, name } };
}

async function findWorldsWithPremiums(): Promise<PartnerWorld[]> {
  return sql<PartnerWorld[]>`
    select w.id as "worldId", p.id as "partnerId", p.name, e.first
    from worlds w join partners p on p.id = w.partner_id
      cross join lateral (select min(at) as first from premium_entries where world_id = w.id) e
    where w.environment = 'production' and e.first is not null order by p.name`;
}

/** By world: as stored where the month was closed, else counted. */
async function countPartners(worlds: readonly PartnerWorld[], month: Month): Promise<Map<number, Counted>> {
  const having = worlds.filter(({ first }) => monthOf(first) <= month).map(({ worldId }) => worldId);
  const stored = await sql<{ worldId: number; totals: StatementFigures["totals"] }[]>`
    select world_id as "worldId", figures -> 'totals' as totals from statements where month = ${month} and world_id = any(${having})`;
  const counted = new Map(stored.map(({ worldId, totals }) => [worldId, countedOf(totals)]));
  const open = having.filter((worldId) => !counted.has(worldId));
  const renters = open.length === 0 ? [] : await countRenters(open, month);
  for (const worldId of open) counted.set(worldId, addUp(renters.filter((renter) => renter.worldId === worldId)));
  return counted;
}
