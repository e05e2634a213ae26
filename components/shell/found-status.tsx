import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import type { PaletteEntry } from "#components/shell/palette-groups.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import type { RenewalState } from "#lib/insurance/renewals/list-filters.ts";

/** The status of a thing that a search found; nothing for kinds without one. */
export function FoundStatus({ kind, status }: { kind: PaletteEntry["icon"]; status: string }) {
  switch (kind) {
    case "contracts":
      return <StatusBadge of="contract" status={status as ContractStatus} />;
    case "claims":
      return <StatusBadge of="claim" status={status as ClaimStatus} />;
    case "renewals":
      return <StatusBadge of="renewal" status={status as RenewalState} />;
    case "deliveries":
      return <StatusBadge of="delivery" status={status as Exclude<DeliveryStatus, "skipped">} />;
    default:
      return null;
  }
}
