import { ArrowRight, BookOpen, CircleAlert, Code, History, Play, UserRound, Zap } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import type { PaletteEntry } from "#components/palette/palette-groups.ts";
import { partnerNavigation, supportNavigation } from "#components/shell/navigation.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import type { RenewalState } from "#lib/insurance/renewals/list-filters.ts";

const items = [...partnerNavigation, ...supportNavigation].flatMap((group) => group.items.flatMap((item) => [item, ...(item.pages ?? [])]));

const others = { action: Play, recent: History, page: BookOpen, operation: Code, event: Zap, error: CircleAlert, people: UserRound };

/** Things have the icons of their pages in the menu. */
const icons: Record<string, LucideIcon> = { ...Object.fromEntries(items.map(({ key, icon }) => [key, icon])), ...others };

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

export function PaletteIcon({ of }: { of: PaletteEntry["icon"] }) {
  const Icon = icons[of] ?? ArrowRight;
  return <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
}
