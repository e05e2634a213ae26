import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { contractSubject } from "#lib/delivery/deliveries/subject.ts";
import type { ContractSubject } from "#lib/delivery/deliveries/subject.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import { findHistory } from "#lib/insurance/renewals/find.ts";
import type { RenewalState } from "#lib/insurance/renewals/list-filters.ts";
import type { Renewal } from "#lib/insurance/renewals/renewal.ts";
import { serializeRenewal } from "#lib/insurance/renewals/renewal.ts";
import type { WireRenewal } from "#lib/insurance/renewals/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";

/** 5000 for any other (rules/renewals.md#read-1). */
export function read(ctx: ApiContext, cid: string, arid: string): Promise<WireRenewal> {
  return readFirst(ctx, cid, (renewal) => renewal.arid === arid);
}

/** Reads the live renewal; 5000 if there is none (rules/renewals.md#read-1). */
export function readCurrent(ctx: ApiContext, cid: string): Promise<WireRenewal> {
  return readFirst(ctx, cid, ({ appliedAt, droppedAt }) => appliedAt === null && droppedAt === null);
}

async function readFirst(ctx: ApiContext, cid: string, isMeant: (renewal: Renewal) => boolean): Promise<WireRenewal> {
  const found = (await findHistory(ctx.world, cid)).find(isMeant);
  if (found === undefined) throw new ApiError("RENEWAL_NOT_FOUND");
  return serializeRenewal(found);
}

/** A renewal of this world; NotFound for an unknown one. */
export async function readForPortal({ world }: Pick<PartnerContext, "world">, arid: string): Promise<RenewalOverview> {
  const [renewal] = await findOverviews(world.id, sql`r.arid = ${arid}`);
  if (renewal === undefined) throw new NotFound(`there is no renewal ${arid}`, { key: "noRenewal" });
  return renewal;
}

export interface RenewalOverview {
  arid: string;
  cid: string;
  state: RenewalState;
  /** Null if the renter is no longer registered. */
  uid: string;
  renter: string | null;
  contractType: ContractType;
  test: boolean;
  durationMonths: number;
  extension: number;
  /** True if the partner's default setting created it rather than a call. */
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
  nextCid: string | null;
  /** The renewed contract. */
  subject: ContractSubject;
}

export const overviewColumns = `
  r.arid, r.cid, r.state, c.uid, renter.company ->> 'company_name' as renter, c.contract_type, c.test,
  r.duration_months, r.extension, r.default_application, r.use_notification,
  r.renewal_scheduled_for as "scheduledFor", r.notification_scheduled_for, r.notified_at,
  r.rejected_at, r.applied_at, r.dropped_at, r.created_at,
  r.updated_at, r.next_cid, ${contractSubject("c")} as subject`;

export const overviewJoins = "join contracts c on c.cid = r.cid left join renters renter on renter.uid = c.uid";

export async function findOverviews(worldId: number, condition: Fragment): Promise<RenewalOverview[]> {
  return sql<RenewalOverview[]>`
    select ${sql.unsafe(overviewColumns)} from automatic_renewals r ${sql.unsafe(overviewJoins)}
    where r.world_id = ${worldId} and ${condition} order by r.arid desc`;
}
