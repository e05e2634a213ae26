"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Label } from "#components/ui/label.tsx";
import { RadioGroup, RadioGroupItem } from "#components/ui/radio-group.tsx";
import { overlapHours } from "#lib/account/keys/schema.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";

/** How long a replaced key keeps working. */
export function OverlapChoice({ value, onChange }: { value: OverlapHours; onChange: (value: OverlapHours) => void }) {
  const t = useTranslations("keys.overlap");
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} className="font-medium">
        {t("label")}
      </p>
      <RadioGroup
        aria-labelledby={id}
        className="grid-cols-2 sm:grid-cols-[repeat(4,auto)]"
        value={String(value)}
        onValueChange={(chosen) => onChange(overlapHours.find((hours) => String(hours) === chosen) ?? 0)}
      >
        {overlapHours.map((hours) => (
          <Label
            key={hours}
            className="rounded-md border bg-card px-3 py-2 font-normal has-data-[state=checked]:border-primary has-data-[state=checked]:bg-accent"
          >
            <RadioGroupItem value={String(hours)} />
            {t(`hours.h${hours}`)}
          </Label>
        ))}
      </RadioGroup>
      <p className="text-sm text-muted-foreground">{value === 0 ? t("none") : t("some")}</p>
    </div>
  );
}
