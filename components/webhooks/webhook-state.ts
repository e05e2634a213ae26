/** What a webhook's badge says; it fails from the first failed attempt until the next success. */
export function stateOf({ enabled, failingSince }: { enabled: boolean; failingSince: Date | null }): "enabled" | "disabled" | "failing" {
  if (!enabled) return "disabled";
  return failingSince === null ? "enabled" : "failing";
}
