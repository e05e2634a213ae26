import { sql } from "#db/client.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import { tariffInForce } from "#lib/insurance/prices/find.ts";

const dayMs = 86_400_000;

export interface Plan {
  requestsPerMinute: number;
  /** Calls of the last 24 hours above the rate limit. */
  limited: number;
  openContractsLimit: number | null;
  features: Feature[];
  tariff: { name: string; version: number } | null;
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
