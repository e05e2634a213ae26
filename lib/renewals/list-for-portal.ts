import { sql } from "#db/client.ts";
import { examine, makeBoundedPage, mostExamined } from "#lib/bounded-pages.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import { isRising } from "#lib/portal-lists.ts";
import { overviewColumns, overviewTables, reviveOverview, stateOf } from "#lib/renewals/overview.ts";
import type { RenewalOverview, StoredOverview } from "#lib/renewals/overview.ts";
import type { RenewalListQuery } from "#lib/renewals/schema-portal.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A renewal is applied within minutes: what is an hour off its moment is in the past, or to come, for certain. */
const marginMs = 3_600_000;

type Stored = StoredOverview & { place: number; fits: boolean };

/**
 * Renewals of a world by the day for which they are scheduled: those to come begin with the soonest, all others with the latest
 * (portal.md § Partner side, renewals).
 */
export async function listForPortal(
  { world, now }: Pick<PartnerContext, "world" | "now">,
  query: RenewalListQuery,
): Promise<BoundedPage<RenewalOverview>> {
  const { search, limit } = query;
  const state = query.state ?? (search === undefined ? "scheduled" : "all");
  const values: string[] = [];
  const bind = (value: string) => `$${values.push(value)}`;
  const isAscending = (state === "scheduled") !== isRising(query);
  const direction = isAscending ? "asc" : "desc";
  const stream = `
    select * from automatic_renewals a where a.world_id = ${world.id} ${search === undefined ? "" : `and a.arid = any(array(${namedBy(bind(search))}))`}
      ${rangeOf({ ...query, state }, isAscending, now, bind)}
    order by a.renewal_scheduled_for ${direction}, a.arid ${direction} limit ${mostExamined + 1}`;
  const condition = state === "all" ? "true" : `${stateOf("stream")} = '${state}'`;
  const rows = await sql.unsafe<Stored[]>(
    `select page.place, page.fits, ${overviewColumns} from (${examine(stream, condition, limit)}) page join ${overviewTables} on a.arid = page.arid order by page.place`,
    values,
  );
  return makeBoundedPage(rows, query, { cursorOf: placeOf, placeOf: ({ scheduledFor }) => new Date(scheduledFor), make: makeRow });
}

/** The renewals that an identifier means: its own, those of a contract, the one that created a contract. */
function namedBy(search: string): string {
  const ofContract = (column: string) => `select arid from automatic_renewals where ${column} = upper(${search})`;
  return `select ${search} union ${ofContract("cid")} union ${ofContract("next_cid")}`;
}

/** Between which days, and on from which place. */
function rangeOf(
  { state, before, after, from, to }: RenewalListQuery,
  isAscending: boolean,
  now: Date,
  bind: (value: string) => string,
): string {
  const instant = (date: Date) => `${bind(date.toISOString())}::timestamptz`;
  const cursor = before ?? after;
  const bounds = [
    state === "scheduled" ? [`>= ${instant(new Date(now.getTime() - marginMs))}`] : [],
    state === "applied" ? [`< ${instant(new Date(now.getTime() + marginMs))}`] : [],
    from === undefined ? [] : [`>= ${instant(from)}`],
    to === undefined ? [] : [`< ${instant(to)}`],
  ].flat();
  const days = bounds.map((bound) => `and a.renewal_scheduled_for ${bound}`).join(" ");
  if (cursor === undefined) return days;
  const at = cursor.indexOf("_");
  return `${days} and (a.renewal_scheduled_for, a.arid) ${isAscending ? ">" : "<"} (${bind(cursor.slice(0, at))}::timestamptz, ${bind(cursor.slice(at + 1))})`;
}

function placeOf({ scheduledFor, arid }: StoredOverview): string {
  return `${new Date(scheduledFor).toISOString()}_${arid}`;
}

function makeRow({ place: _place, fits: _fits, ...row }: Stored): RenewalOverview {
  return reviveOverview(row);
}
