import type { Feature } from "#lib/account/worlds/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import { assertLength, ownLength } from "#lib/insurance/renewals/rules/schedule.ts";
import { amendRenewalBody, bulkRenewalsBody, configureRenewalBody } from "#lib/insurance/renewals/schema.ts";
import type { BulkRenewalsBody } from "#lib/insurance/renewals/schema.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";
import { isJsonObject, readFields } from "#lib/platform/wire/fields.ts";

const readOnly: readonly (readonly [field: string, error: ErrorName])[] = [
  ["default_application", "RENEWAL_DEFAULT_APPLICATION_READ_ONLY"],
  ["applied", "RENEWAL_APPLIED_READ_ONLY"],
  ["applied_at", "RENEWAL_APPLIED_AT_READ_ONLY"],
  ["renewal_scheduled_for", "RENEWAL_SCHEDULE_READ_ONLY"],
  ["notified", "RENEWAL_NOTIFIED_READ_ONLY"],
  ["notified_at", "RENEWAL_NOTIFIED_AT_READ_ONLY"],
  ["notification_scheduled_for", "RENEWAL_NOTICE_SCHEDULE_READ_ONLY"],
  ["rejected_at", "RENEWAL_REJECTED_AT_READ_ONLY"],
  ["extension", "RENEWAL_EXTENSION_READ_ONLY"],
  ["next_cid", "RENEWAL_NEXT_CONTRACT_READ_ONLY"],
];

/**
 * Decides a `POST …/automaticRenewal` (rules/renewals.md#configure-2): a new renewal, or the live one reconfigured and no longer rejected.
 * Errors: 5050, 1052, 1010 a field, 1002 the length.
 */
export function decideConfiguration(contract: RenewableContract, live: Renewal | undefined, body: unknown, now: Date): Configuration {
  assertRenewable(contract);
  assertOpen(contract, now);
  const asked = readSettings(body, configureRenewalBody);
  const settings: Settings = {
    useNotification: asked.use_notification ?? live?.useNotification ?? true,
    durationMonths: asked.duration_months ?? live?.durationMonths ?? ownLength(contract),
    rejectedAt: null,
  };
  assertLength(contract, settings.durationMonths);
  if (live === undefined || live.rejectedAt !== null) return { ...settings, events: ["v2.contract.renewal.enabled"] };
  return { ...settings, events: eventsOf(live, settings) };
}

/**
 * Decides a `PATCH …/automaticRenewal/{arid}` (rules/renewals.md#change-2). Errors: 5113, 5112, 1052, 5000 for a renewal dropped with a
 * contract that was reopened since, 5100–5109 by field, 1010, 1002.
 */
export function decideRenewalChange(contract: RenewableContract, renewal: Renewal, body: unknown, now: Date): Configuration {
  if (renewal.appliedAt !== null) throw new ApiError("RENEWAL_ALREADY_APPLIED");
  if (contract.endDate <= now) throw new ApiError("RENEWAL_CONTRACT_OVER", `the contract ended on ${contract.endDate.toISOString()}`);
  assertOpen(contract, now);
  if (renewal.droppedAt !== null) {
    throw new ApiError("RENEWAL_NOT_FOUND", "this automatic renewal ended with its contract; POST …/automaticRenewal creates a new one");
  }
  for (const [field, error] of readOnly) {
    if (isJsonObject(body) && body[field] !== undefined) throw new ApiError(error, undefined, { field });
  }
  const asked = readSettings(body, amendRenewalBody);
  const settings: Settings = {
    useNotification: asked.use_notification ?? renewal.useNotification,
    durationMonths: asked.duration_months ?? renewal.durationMonths,
    rejectedAt: asked.rejected === undefined ? renewal.rejectedAt : asked.rejected ? (renewal.rejectedAt ?? now) : null,
  };
  if (asked.duration_months !== undefined) assertLength(contract, settings.durationMonths);
  return { ...settings, events: eventsOf(renewal, settings) };
}

/** 5050 for a contract type without renewals. */
function assertRenewable({ contractType }: Pick<RenewableContract, "contractType">): void {
  if (contractType === "LCD") throw new ApiError("RENEWAL_NOT_OFFERED", "an LCD contract has no automatic renewal: only LMD and LLD have");
}

/** 1052 for a contract that is not open or is to be terminated. */
function assertOpen({ status, endDate, terminationPlanned }: RenewableContract, now: Date): void {
  const end = endDate.toISOString();
  if (status !== "open") throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: its status is ${status}`);
  if (endDate <= now) throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: it ended on ${end}`);
  if (terminationPlanned) throw new ApiError("CONTRACT_NOT_OPEN", `the contract has no renewal: it is to be terminated on ${end}`);
}

/** By the body, then by the feature `renew_by_default`. 5050 if it is requested for a contract type without renewals. */
export function decideFirstRenewal(
  contract: Period & LocalCalendar & { contractType: ContractType; wantsRenewal: boolean | undefined },
  features: readonly Feature[],
): Pick<Renewal, "useNotification" | "durationMonths" | "defaultApplication" | "extension"> | null {
  const byDefault = contract.wantsRenewal === undefined && features.includes("renew_by_default") && contract.contractType !== "LCD";
  if (contract.wantsRenewal) assertRenewable(contract);
  if (!contract.wantsRenewal && !byDefault) return null;
  return { useNotification: true, durationMonths: ownLength(contract), defaultApplication: byDefault, extension: 0 };
}

/** Reads the actions of a bulk request: 1010 for an unknown one, a wrong type, none, or both notice actions. */
export function readActions(body: unknown): BulkRenewalsBody {
  const settings = readSettings(body, bulkRenewalsBody);
  if (!Object.values(settings).includes(true)) {
    throw new ApiError("OPTION_NOT_ALLOWED", `at least one of ${Object.keys(bulkRenewalsBody.shape).join(", ")} must be true`);
  }
  if (settings.enable_notification_on_all_contracts && settings.disable_notification_on_all_contracts) {
    throw new ApiError(
      "OPTION_NOT_ALLOWED",
      "enable_notification_on_all_contracts and disable_notification_on_all_contracts cannot both be true",
    );
  }
  return settings;
}

/**
 * Applies the settings in the order add, reject, notices. A rejected renewal stays rejected (`POST …/automaticRenewal` makes it live
 * again). Null without a change, so that a repeated request does nothing.
 */
export function decideBulk(
  contract: RenewableContract,
  live: Renewal | undefined,
  settings: BulkRenewalsBody,
  now: Date,
): Configuration | null {
  if (live === undefined && !settings.add_to_all_contracts) return null;
  const before: Settings = live ?? { useNotification: true, durationMonths: ownLength(contract), rejectedAt: null };
  const after: Settings = {
    durationMonths: before.durationMonths,
    rejectedAt: settings.reject_on_all_contracts ? (before.rejectedAt ?? now) : before.rejectedAt,
    useNotification: settings.enable_notification_on_all_contracts
      ? true
      : settings.disable_notification_on_all_contracts
        ? false
        : before.useNotification,
  };
  const changes = eventsOf(before, after);
  if (live !== undefined) return changes.length === 0 ? null : { ...after, events: changes };
  // The initial settings of a renewal are not an update.
  return { ...after, events: ["v2.contract.renewal.enabled", ...changes.filter((event) => event !== "v2.contract.renewal.updated")] };
}

export type Settings = Pick<Renewal, "useNotification" | "durationMonths" | "rejectedAt">;

/** No events where nothing changed. */
export interface Configuration extends Settings {
  events: EventType[];
}

interface Published<Output> {
  shape: Readonly<Record<keyof Output & string, unknown>>;
  safeParse: (
    body: unknown,
  ) => { success: true; data: Output } | { success: false; error: { issues: { code: string; path: PropertyKey[] }[] } };
}

/** Reads the published fields: 1010 for an unknown field or a wrong type, 1002 for an impossible length. */
function readSettings<Output>(body: unknown, published: Published<Output>): Output {
  const result = published.safeParse(readFields(body, published));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = String(issue?.path[0]);
  const accepted = field === "duration_months" ? "a whole number of months, 1 to 60" : "true or false";
  const isLength = issue?.code === "too_small" || issue?.code === "too_big";
  throw fieldError(isLength ? "INVALID_PERIOD" : "OPTION_NOT_ALLOWED", field, `must be ${accepted}`);
}

/** `rejected` and `resumed` have events of their own; everything else is `updated`. */
export function eventsOf(before: Settings, after: Settings): EventType[] {
  const events: EventType[] = [];
  if (before.rejectedAt === null && after.rejectedAt !== null) events.push("v2.contract.renewal.rejected");
  if (before.rejectedAt !== null && after.rejectedAt === null) events.push("v2.contract.renewal.resumed");
  const isSame = before.useNotification === after.useNotification && before.durationMonths === after.durationMonths;
  if (!isSame) events.push("v2.contract.renewal.updated");
  return events;
}
