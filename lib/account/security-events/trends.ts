import { sql } from "#db/client.ts";
import { securityKinds } from "#lib/account/security-events/schema.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";

const hourMs = 3_600_000;
const shownHours = 24;

export interface SecurityTrends {
  /** The last 24 hours, the present one included, over all kinds. */
  points: { at: Date; count: number }[];
  /** The last 24 hours, and the 24 before. */
  kinds: { kind: SecurityKind; count: number; before: number }[];
  /** Alarming hours of the last 24, latest first. */
  alarms: { kind: SecurityKind; hour: Date; count: number }[];
}

export async function readTrends(ctx: SupportContext): Promise<SecurityTrends> {
  const lastHour = Math.floor(ctx.now.getTime() / hourMs) * hourMs;
  const first = lastHour - (shownHours - 1) * hourMs;
  const [rows, alarms] = await Promise.all([
    sql<{ kind: SecurityKind; hour: Date; count: number }[]>`
      select kind, hour, sum(count)::int as count from security_events
      where hour >= ${new Date(first - shownHours * hourMs)} group by kind, hour`,
    sql<{ kind: SecurityKind; hour: Date }[]>`
      select kind, hour from security_alarms where hour >= ${new Date(first)} order by hour desc, kind`,
  ]);
  const counted = rows.map(({ hour, ...row }) => ({ ...row, at: hour.getTime() }));
  const sum = (fits: (row: (typeof counted)[number]) => boolean) => counted.filter(fits).reduce((total, { count }) => total + count, 0);
  return {
    points: Array.from({ length: shownHours }, (_none, index) => {
      const at = first + index * hourMs;
      return { at: new Date(at), count: sum((row) => row.at === at) };
    }),
    kinds: securityKinds.map((kind) => ({
      kind,
      count: sum((row) => row.kind === kind && row.at >= first),
      before: sum((row) => row.kind === kind && row.at < first),
    })),
    alarms: alarms.map(({ kind, hour }) => ({ kind, hour, count: sum((row) => row.kind === kind && row.at === hour.getTime()) })),
  };
}
