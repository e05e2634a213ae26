import { readFields } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import type { Renewal } from "#lib/renewals/renewal.ts";

/** The settings that calls change. */
export type Settings = Pick<Renewal, "useNotification" | "durationMonths" | "rejectedAt">;

/** What a call makes of a renewal's settings, and what partners are told of it; no event, no change. */
export interface Configuration extends Settings {
  events: EventType[];
}

/** A published body, as far as it says what it accepts. */
interface Published<Output> {
  shape: Readonly<Record<keyof Output & string, unknown>>;
  safeParse: (
    sent: unknown,
  ) => { success: true; data: Output } | { success: false; error: { issues: { code: string; path: PropertyKey[] }[] } };
}

/** The fields of a body as they are published: 1010 for a field that is not accepted or a value of another kind, 1002 for a length that no contract has. */
export function readSettings<Output>(body: unknown, published: Published<Output>): Output {
  const result = published.safeParse(readFields(body, published));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = String(issue?.path[0]);
  const accepted = field === "duration_months" ? "a whole number of months, 1 to 60" : "true or false";
  const isLength = issue?.code === "too_small" || issue?.code === "too_big";
  throw new ApiError(isLength ? "INVALID_PERIOD" : "OPTION_NOT_ALLOWED", `${field} must be ${accepted}`);
}

/** What partners are told when settings change: a refusal or its withdrawal by name, everything else as an update. */
export function eventsOf(before: Settings, after: Settings): EventType[] {
  const events: EventType[] = [];
  if (before.rejectedAt === null && after.rejectedAt !== null) events.push("v2.contract.renewal.rejected");
  if (before.rejectedAt !== null && after.rejectedAt === null) events.push("v2.contract.renewal.resumed");
  const isSame = before.useNotification === after.useNotification && before.durationMonths === after.durationMonths;
  if (!isSame) events.push("v2.contract.renewal.updated");
  return events;
}
