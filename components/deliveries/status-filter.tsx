"use client";

import { useTranslations } from "next-intl";
import { statuses } from "#components/deliveries/statuses.ts";
import { cn } from "#components/ui/class-names.ts";
import type { ShownDeliveryStatus } from "#lib/deliveries/schema.ts";

/** Deliveries of one status, or of every: what people look for first. */
export function StatusFilter({
  value,
  onChange,
}: {
  value: ShownDeliveryStatus | null;
  onChange: (status: ShownDeliveryStatus | null) => void;
}) {
  const t = useTranslations("deliveries");
  const word = useTranslations("common.statuses.delivery");
  return (
    <fieldset aria-label={t("filters.status")} className="flex min-w-0 flex-1 gap-5 overflow-x-auto px-0.5">
      {[null, ...statuses].map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={status === value}
          onClick={() => onChange(status)}
          className={cn(
            "border-b-2 border-transparent py-2 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground",
            status === value && "border-primary text-foreground",
          )}
        >
          {status === null ? t("filters.all") : word(status)}
        </button>
      ))}
    </fieldset>
  );
}
