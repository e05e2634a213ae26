import { sql } from "drizzle-orm";
import { searching } from "#lib/account/search/find.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { findHistory } from "#lib/insurance/renewals/find.ts";
import { renewalFilters } from "#lib/insurance/renewals/list-filters.ts";
import { overviewColumns, overviewJoins } from "#lib/insurance/renewals/read.ts";
import type { RenewalOverview } from "#lib/insurance/renewals/read.ts";
import { serializeRenewal } from "#lib/insurance/renewals/renewal.ts";
import type { WireRenewal } from "#lib/insurance/renewals/schema.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";

/** The full history of a contract's renewals, newest first (rules/renewals.md#read-2). */
export async function list(ctx: ApiContext, cid: string): Promise<WireRenewal[]> {
  return (await findHistory(ctx.world, cid)).map(serializeRenewal);
}

export const renewalListQuery = listQuery(renewalFilters);

const renewalList: Omit<List<typeof renewalFilters, RenewalOverview>, "order"> = {
  table: "automatic_renewals",
  filters: renewalFilters,
  columns: sql.raw(overviewColumns),
  joins: sql.raw(overviewJoins),
};

/** Lists the renewals of a world by scheduled day: scheduled ones ascending, all others descending. */
export async function listForPortal(
  { world }: Pick<PartnerContext, "world">,
  { state: asked = [], ...query }: Keyset & FilterValues<typeof renewalFilters>,
): Promise<BoundedPage<RenewalOverview>> {
  const views = asked.length === 0 && query.search === undefined ? (["scheduled"] as const) : asked;
  const state = views.some((view) => view === "all") ? [] : [...views];
  const direction = state.length > 0 && state.every((each) => each === "scheduled") ? "asc" : "desc";
  const searched = await searching(renewalListIn(direction), { kind: "renewals", key: "arid", typed: query.search, scope: world.id });
  return readPage(searched, sql`r.world_id = ${world.id}`, { ...query, state });
}

export function renewalListIn(direction: "asc" | "desc"): List<typeof renewalFilters, RenewalOverview> {
  return { ...renewalList, order: { at: "renewal_scheduled_for", key: "arid", direction } };
}
