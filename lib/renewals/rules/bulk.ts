import { ApiError } from "#lib/errors.ts";
import type { RenewableContract, Renewal } from "#lib/renewals/renewal.ts";
import { bulkRenewalsBody } from "#lib/renewals/requests.ts";
import type { BulkRenewalsBody } from "#lib/renewals/requests.ts";
import { ownLength } from "#lib/renewals/rules/schedule.ts";
import { eventsOf, readSettings } from "#lib/renewals/rules/settings.ts";
import type { Configuration, Settings } from "#lib/renewals/rules/settings.ts";

/** The actions of a bulk request: 1010 for an unknown one, a value that is no boolean, none at all, or notices turned on and off at once. */
export function readActions(body: unknown): BulkRenewalsBody {
  const asked = readSettings(body, bulkRenewalsBody);
  if (!Object.values(asked).includes(true)) {
    throw new ApiError("OPTION_NOT_ALLOWED", `at least one of ${Object.keys(bulkRenewalsBody.shape).join(", ")} must be true`);
  }
  if (asked.enable_notification_on_all_contracts && asked.disable_notification_on_all_contracts) {
    throw new ApiError(
      "OPTION_NOT_ALLOWED",
      "enable_notification_on_all_contracts and disable_notification_on_all_contracts cannot both be true",
    );
  }
  return asked;
}

/**
 * What bulk actions make of one contract's renewal, in the order: add, reject, notices (resolutions.md § 5).
 * Null where there is nothing to change, so that the same request does nothing the second time.
 */
export function decideBulk(
  contract: RenewableContract,
  live: Renewal | undefined,
  asked: BulkRenewalsBody,
  now: Date,
): Configuration | null {
  if (live === undefined && !asked.add_to_all_contracts) return null;
  const before: Settings = live ?? { useNotification: true, durationMonths: ownLength(contract), rejectedAt: null };
  const isEnabled =
    asked.add_to_all_contracts === true && (live === undefined || (live.rejectedAt !== null && !asked.reject_on_all_contracts));
  const kept = isEnabled ? { ...before, rejectedAt: null } : before;
  const after: Settings = {
    durationMonths: kept.durationMonths,
    rejectedAt: asked.reject_on_all_contracts ? (kept.rejectedAt ?? now) : kept.rejectedAt,
    useNotification: asked.enable_notification_on_all_contracts
      ? true
      : asked.disable_notification_on_all_contracts
        ? false
        : kept.useNotification,
  };
  const changes = eventsOf(kept, after);
  if (!isEnabled) return changes.length === 0 ? null : { ...after, events: changes };
  // The settings that a renewal comes to life with are no change of it.
  return { ...after, events: ["v2.contract.renewal.enabled", ...changes.filter((event) => event !== "v2.contract.renewal.updated")] };
}
