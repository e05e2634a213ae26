import type { AlertRowData } from "#components/alerts/queries.ts";

/** That nothing arrives matters more than what would. */
export function alertStateOf({ enabled, failingSince, present }: AlertRowData): "off" | "failing" | "alerting" | "clear" {
  if (!enabled) return "off";
  if (failingSince !== null) return "failing";
  return present === null ? "clear" : "alerting";
}
