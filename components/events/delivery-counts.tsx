import { useTranslations } from "next-intl";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";

export function DeliveryCounts({ deliveries }: { deliveries: Partial<Record<DeliveryStatus, number>> }) {
  const t = useTranslations("events");
  const counts = Object.entries(deliveries) as [DeliveryStatus, number][];
  if (counts.length === 0) return <span className="whitespace-nowrap text-muted-foreground">{t("noDeliveries")}</span>;
  return (
    <span className="inline-flex items-center gap-x-2 align-middle">
      {counts.map(([status, count]) => (
        <span key={status} className="inline-flex items-center gap-1">
          <StatusBadge of="delivery" status={status} />
          {count === 1 ? null : <span className="tabular-nums">{count}</span>}
        </span>
      ))}
    </span>
  );
}
