/** The state on a webhook's badge; it is failing from a failed attempt until the next success. */
export function stateOf({ enabled, failingSince }: { enabled: boolean; failingSince: Date | null }): "enabled" | "disabled" | "failing" {
  if (!enabled) return "disabled";
  return failingSince === null ? "enabled" : "failing";
}
