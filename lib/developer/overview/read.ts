import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { readOnReplica } from "#db/replica.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { countedSources } from "#lib/account/worlds/call-sources.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import { list as listDeliveries } from "#lib/delivery/deliveries/list.ts";
import type { DeliveryOverview } from "#lib/delivery/deliveries/overview.ts";
import type { DeliveryOutcome } from "#lib/delivery/deliveries/schema.ts";
import { list as listCalls } from "#lib/developer/calls/list.ts";
import type { CallRow } from "#lib/developer/calls/list.ts";
import { openStatuses } from "#lib/insurance/claims/list-filters.ts";
import { tariffInForce } from "#lib/insurance/prices/find.ts";
import { chooseTimeZone } from "#lib/platform/i18n/locales.ts";
import type { Moment } from "#lib/platform/time/clock.ts";
import type { OverviewQuery } from "#lib/platform/traffic/ranges.ts";
import { periodOf, startOfLastDay, sumUp } from "#lib/platform/traffic/traffic.ts";
import type { ClassCount, Figures, HourCounts, TimeWindow } from "#lib/platform/traffic/traffic.ts";

const shown = 5;

interface Failures {
  calls: CallRow[];
  deliveries: DeliveryOverview[];
}

export interface Plan {
  requestsPerMinute: number;
  /** Calls of the last 24 hours above the rate limit. */
  limited: number;
  openContractsLimit: number | null;
  features: Feature[];
  tariff: { name: string; version: number } | null;
}

const dayMs = 86_400_000;
const renewalDays = 30;

export type Milestone = "call" | "preview" | "contract" | "webhook" | "event";

export interface Health {
  webhooks: number;
  disabledWebhooks: number;
  /** Webhooks whose latest attempts failed, more than one: one refused test event is no outage. */
  failing: number;
  /** Webhooks that work, with failed attempts in the last 24 hours, as on their own pages; a replay that succeeds undoes none. */
  unsteady: number;
  failingWebhooks: { id: string; name: string }[];
  openContracts: number;
  openContractsLimit: number | null;
  renewalsDue: number;
  openClaims: number;
  /** Drafts to complete or submit, and claims with requested documents. */
  claimDrafts: number;
  claimsPending: number;
}

export interface Overview {
  figures: Figures;
  health: Health;
  milestones: Record<Milestone, boolean>;
  /** An attached renter for a first contract of a bike. */
  renterUid: string | null;
}

type DeliveryCount = [place: number, DeliveryOutcome | "retrying", number];

interface Stored extends Omit<Health, "openContractsLimit" | "failing" | "failingWebhooks"> {
  failing: Health["failingWebhooks"] | null;
  calls: [place: number, ...ClassCount][] | null;
  deliveries: DeliveryCount[] | null;
  retrying: DeliveryCount[] | null;
  milestones: Overview["milestones"];
  renterUid: string | null;
}

/** Reads the figures, health and milestones of an environment in one round trip. */
export async function read(
  { world, partner, user, now, realTime }: Pick<PartnerContext, "world" | "partner" | "user" | "now" | "realTime">,
  { range, timeZone }: OverviewQuery,
): Promise<Overview> {
  const period = periodOf(range, chooseTimeZone(timeZone), realTime);
  const { calls, deliveries, retrying, failing, milestones, renterUid, ...health } = await ask(world.id, period.timeWindows, {
    now,
    realTime,
  });
  const [counted, ended] = [group(calls ?? []), group([...(deliveries ?? []), ...(retrying ?? [])])];
  const counts = period.timeWindows.map((_timeWindow, index): HourCounts => ({
    calls: counted.get(index) ?? [],
    deliveries: Object.fromEntries(ended.get(index) ?? []),
  }));
  return {
    figures: sumUp(period, counts),
    health: {
      ...health,
      failing: failing?.length ?? 0,
      failingWebhooks: isAmong("developer", user.role) ? (failing ?? []) : [],
      openContractsLimit: partner.openContractsLimit,
    },
    milestones,
    renterUid,
  };
}

/** Postgres counts places from 1. */
function group<Count extends readonly unknown[]>(rows: readonly [place: number, ...Count][]): Map<number, Count[]> {
  const groups = new Map<number, Count[]>();
  for (const [place, ...count] of rows) {
    const ofTimeWindow = groups.get(place - 1);
    if (ofTimeWindow === undefined) groups.set(place - 1, [count]);
    else ofTimeWindow.push(count);
  }
  return groups;
}

async function ask(worldId: number, timeWindows: readonly TimeWindow[], { now, realTime }: Moment): Promise<Stored> {
  const recent = startOfLastDay(realTime);
  const isFailing = sql`exists (select 1 from webhook_health h where h.webhook_id = w.id and h.failing_since is not null)`;
  const [stored] = await readOnReplica(
    (pool) => pool<[Stored]>`
    with waiting as materialized (
      select date_trunc('hour', updated_at, 'UTC') as hour, count(*) as deliveries from deliveries
      where world_id = ${worldId} and status = 'retrying' group by 1
    )
    select
      (select json_agg(json_build_array(time_window.place, counted.duration_class, counted.calls, counted.errors)) from ${asRows(timeWindows)}
        cross join lateral (
          select duration_class, sum(calls) as calls, sum(errors) as errors from call_hours
          where world_id = ${worldId} and hour >= time_window.from_hour and hour < time_window.until_hour group by duration_class
        ) counted) as calls,
      (select json_agg(json_build_array(time_window.place, counted.outcome, counted.deliveries)) from ${asRows(timeWindows)}
        cross join lateral (
          select outcome, sum(deliveries) as deliveries from delivery_hours
          where world_id = ${worldId} and hour >= time_window.from_hour and hour < time_window.until_hour group by outcome
        ) counted) as deliveries,
      (select json_agg(json_build_array(time_window.place, 'retrying', counted.deliveries)) from ${asRows(timeWindows)}
        join lateral (
          select sum(waiting.deliveries)::int as deliveries from waiting where waiting.hour >= time_window.from_hour and waiting.hour < time_window.until_hour
        ) counted on counted.deliveries > 0) as retrying,
      (select count(*)::int from webhooks w where w.world_id = ${worldId} and w.deleted_at is null and w.enabled) as webhooks,
      (select count(*)::int from webhooks w where w.world_id = ${worldId} and w.deleted_at is null and not w.enabled) as "disabledWebhooks",
      (select json_agg(json_build_object('id', w.id, 'name', w.name) order by w.id desc) from webhooks w
        where w.world_id = ${worldId} and w.deleted_at is null and w.enabled and ${isFailing}) as failing,
      (select count(*)::int from webhooks w
        where w.world_id = ${worldId} and w.deleted_at is null and w.enabled and not ${isFailing}
        and exists (select 1 from webhook_hours h where h.webhook_id = w.id and h.failures > 0 and h.hour >= ${recent})) as unsteady,
      (select count(*)::int from contracts where world_id = ${worldId} and status = 'open') as "openContracts",
      (select count(*)::int from automatic_renewals where world_id = ${worldId} and state = 'scheduled'
        and renewal_scheduled_for >= ${now}
        and renewal_scheduled_for < ${new Date(now.getTime() + renewalDays * dayMs)}) as "renewalsDue",
      (select count(*)::int from claims where world_id = ${worldId} and status = any(${[...openStatuses]}::text[])) as "openClaims",
      (select count(*)::int from claims where world_id = ${worldId} and status = 'draft') as "claimDrafts",
      (select count(*)::int from claims where world_id = ${worldId} and status = 'pending_info') as "claimsPending",
      (select json_build_object(
        'call', contracted or (select true from calls where world_id = ${worldId} and source is null order by at desc limit 1) is not null,
        'preview', contracted or (
          select true from calls where world_id = ${worldId} and preview and status < 300 and source is null order by at desc limit 1
        ) is not null,
        'contract', contracted,
        'webhook', received or exists (select 1 from webhooks where world_id = ${worldId} and deleted_at is null),
        'event', received)
        from (select exists (select 1 from delivery_hours where world_id = ${worldId} and outcome = 'succeeded') as received,
          -- In the order of an index: where it exists nowhere, all rows of every environment would be read.
          (select true from contracts where world_id = ${worldId} and source is null order by created_at desc limit 1) is not null as contracted
        offset 0) first) as milestones,
      (select r.uid from renter_attachments a join renters r on r.uid = a.renter_uid
        where a.world_id = ${worldId} and 'LCD' = any(r.contract_types) and 'bike' = any(r.product_types) order by r.uid limit 1) as "renterUid"`,
  );
  return stored;
}

function asRows(timeWindows: readonly TimeWindow[]): Fragment {
  const instants = (edge: "from" | "until") => timeWindows.map((timeWindow) => timeWindow[edge].toISOString());
  return sql`
    unnest(${instants("from")}::text[]::timestamptz[], ${instants("until")}::text[]::timestamptz[]) with ordinality as time_window (from_hour, until_hour, place)`;
}

export function firstContract(uid: string, now: Date): Record<string, unknown> {
  return {
    uid,
    contract_type: "LCD",
    end_date: new Date(Math.ceil((now.getTime() + 7 * dayMs) / dayMs) * dayMs).toISOString(),
    options: ["break", "theft"],
    products: [
      {
        product_type: "bike",
        product_subtype: "electric",
        value_excl: 2400,
        brand: "Moustache",
        model: "Lundi 27",
        data: { product_marked: "FR-1" },
      },
    ],
  };
}

export async function readPlan(ctx: ContextOf["developer"]): Promise<Plan> {
  const now = ctx.now.toISOString();
  // Such a call is refused before its body is read; one above the limit of open contracts has the same status and code.
  const [plan] = await sql<Plan[]>`
    select p.requests_per_minute, p.open_contracts_limit, p.features,
      (select json_build_object('name', t.name, 'version', t.version) from tariffs t
        where t.id = ${sql.unsafe(tariffInForce("p.tariff_id", "asked.at"))}) as tariff,
      (select count(*)::int from calls
        where world_id = ${ctx.world.id} and status = 429 and (source is null or source = 'command_line') and request_body is null and at >= ${new Date(ctx.realTime.getTime() - dayMs)}) as limited
    from partners p cross join (select ${now}::timestamptz as at) asked where p.id = ${ctx.world.partnerId}`;
  if (plan === undefined) throw new Error(`there is no partner ${ctx.world.partnerId}`);
  return plan;
}

/**
 * The last calls of the partner's own system and the last deliveries of a world that failed, five of each (rules/authority.md#roles-1):
 * part of the developer space.
 */
export async function listFailures(ctx: ContextOf["developer"]): Promise<Failures> {
  const [calls, failed, retrying] = await Promise.all([
    listCalls(ctx, { status: ["4xx", "5xx"], source: [...countedSources], limit: shown }),
    listDeliveries(ctx, { status: "failed", limit: shown }),
    listDeliveries(ctx, { status: "retrying", limit: shown }),
  ]);
  const deliveries = [...failed.rows, ...retrying.rows].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { calls: calls.rows, deliveries: deliveries.slice(0, shown) };
}
