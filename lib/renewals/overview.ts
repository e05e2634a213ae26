import { sql } from "#db/client.ts";
import type { ContractType } from "#lib/catalogue.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";
import type { RenewalState } from "#lib/renewals/schema-portal.ts";

/** A renewal as the portal shows it in lists and in its contract's history. */
export interface RenewalOverview {
  arid: string;
  cid: string;
  state: RenewalState;
  /** The renter's uid, and what people call it; null where it is not registered any more. */
  uid: string;
  renter: string | null;
  contractType: ContractType;
  test: boolean;
  durationMonths: number;
  extension: number;
  /** True where the partner's default created it, not a call. */
  defaultApplication: boolean;
  useNotification: boolean;
  scheduledFor: Date;
  notificationScheduledFor: Date;
  notifiedAt: Date | null;
  rejectedAt: Date | null;
  appliedAt: Date | null;
  droppedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The contract that it created. */
  nextCid: string | null;
}

const instants = [
  "scheduledFor",
  "notificationScheduledFor",
  "notifiedAt",
  "rejectedAt",
  "appliedAt",
  "droppedAt",
  "createdAt",
  "updatedAt",
] as const;

/** An overview as the driver reads it, where a date is a text. */
export type StoredOverview = {
  [Key in keyof RenewalOverview]: RenewalOverview[Key] extends Date ? string : StoredValue<RenewalOverview[Key]>;
};
type StoredValue<Value> = Value extends Date ? string : Value;

/**
 * What has become of a renewal. One that was rejected stays so when its contract ends without it; one that was still wanted when its
 * contract ended early is dropped.
 */
export function stateOf(renewal: "a" | "stream"): string {
  const happened = (column: string) => `${renewal}.${column} is not null`;
  return `case when ${happened("applied_at")} then 'applied' when ${happened("rejected_at")} then 'rejected' when ${happened("dropped_at")} then 'dropped' else 'scheduled' end`;
}

/** The columns of an overview, from `overviewTables`. */
export const overviewColumns = `
  a.arid, a.cid, ${stateOf("a")} as state, c.uid, r.company ->> 'company_name' as renter, c.contract_type as "contractType", c.test,
  a.duration_months as "durationMonths", a.extension, a.default_application as "defaultApplication", a.use_notification as "useNotification",
  a.renewal_scheduled_for as "scheduledFor", a.notification_scheduled_for as "notificationScheduledFor", a.notified_at as "notifiedAt",
  a.rejected_at as "rejectedAt", a.applied_at as "appliedAt", a.dropped_at as "droppedAt", a.created_at as "createdAt",
  a.updated_at as "updatedAt", a.next_cid as "nextCid"`;

/** A renewal `a` with its contract `c` and the renter `r`. */
export const overviewTables = "automatic_renewals a join contracts c on c.cid = a.cid left join renters r on r.uid = c.uid";

/** The overviews of a world's renewals that a condition chooses, the newest first. */
export async function findOverviews(worldId: number, condition: Fragment): Promise<RenewalOverview[]> {
  const rows = await sql<StoredOverview[]>`
    select ${sql.unsafe(overviewColumns)} from ${sql.unsafe(overviewTables)} where a.world_id = ${worldId} and ${condition} order by a.arid desc`;
  return rows.map(reviveOverview);
}

/** The overview with its dates. */
export function reviveOverview(row: StoredOverview): RenewalOverview {
  const dates = instants.map((name) => [name, row[name] === null ? null : new Date(row[name])] as const);
  return { ...row, ...(Object.fromEntries(dates) as unknown as Pick<RenewalOverview, (typeof instants)[number]>) };
}
