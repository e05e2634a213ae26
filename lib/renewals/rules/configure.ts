import { isJsonObject } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import type { RenewableContract, Renewal } from "#lib/renewals/renewal.ts";
import { amendRenewalBody, configureRenewalBody } from "#lib/renewals/requests.ts";
import { assertLength, ownLength } from "#lib/renewals/rules/schedule.ts";
import { eventsOf, readSettings } from "#lib/renewals/rules/settings.ts";
import type { Configuration, Settings } from "#lib/renewals/rules/settings.ts";

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
 * What `POST …/automaticRenewal` does (resolutions.md § 5): creates the renewal, or reconfigures the live one and makes it
 * wanted again. Errors in this order: 5050, 1052, 1010 a field, 1002 the length.
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
 * What `PATCH …/automaticRenewal/{arid}` does (resolutions.md § 5). Errors in this order: 5113, 5112, 1052, 5000 for a renewal
 * that ended with its contract, which support opened again, 5100–5109 in the order of their fields, 1010, 1002.
 */
export function decideRenewalChange(contract: RenewableContract, renewal: Renewal, body: unknown, now: Date): Configuration {
  if (renewal.appliedAt !== null) throw new ApiError("RENEWAL_ALREADY_APPLIED");
  if (contract.endDate <= now) throw new ApiError("RENEWAL_CONTRACT_OVER", `the contract ended on ${contract.endDate.toISOString()}`);
  assertOpen(contract, now);
  if (renewal.droppedAt !== null) {
    throw new ApiError("RENEWAL_NOT_FOUND", "this automatic renewal ended with its contract; POST …/automaticRenewal creates a new one");
  }
  for (const [field, error] of readOnly) if (isJsonObject(body) && body[field] !== undefined) throw new ApiError(error);
  const asked = readSettings(body, amendRenewalBody);
  const settings: Settings = {
    useNotification: asked.use_notification ?? renewal.useNotification,
    durationMonths: asked.duration_months ?? renewal.durationMonths,
    rejectedAt: asked.rejected === undefined ? renewal.rejectedAt : asked.rejected ? (renewal.rejectedAt ?? now) : null,
  };
  if (asked.duration_months !== undefined) assertLength(contract, settings.durationMonths);
  return { ...settings, events: eventsOf(renewal, settings) };
}

/** Refuses a contract type that is never renewed (5050). */
export function assertRenewable({ contractType }: Pick<RenewableContract, "contractType">): void {
  if (contractType === "LCD") throw new ApiError("RENEWAL_NOT_OFFERED", "an LCD contract has no automatic renewal: only LMD and LLD have");
}

/** Refuses a contract that is not open, or of which it is certain that it ends for good (1052). */
function assertOpen({ status, endDate, terminationPlanned }: RenewableContract, now: Date): void {
  const end = endDate.toISOString();
  if (status !== "open") throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: its status is ${status}`);
  if (endDate <= now) throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: it ended on ${end}`);
  if (terminationPlanned) throw new ApiError("CONTRACT_NOT_OPEN", `the contract has no renewal: it is to be terminated on ${end}`);
}
