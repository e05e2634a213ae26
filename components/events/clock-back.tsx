"use client";

import { RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useClock } from "#components/sandbox/use-clock.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { withFirst } from "#lib/platform/i18n/moments.ts";

/** Offers to put the sandbox's clock back after recipes have moved it; nothing if it shows real time. */
export function ClockBack() {
  const t = useTranslations("events.clock");
  const format = useFormatter();
  const { clock, isBusy, goBack } = useClock(undefined);
  if (clock?.moved !== true) return null;
  return (
    <Alert
      tone="info"
      actions={
        <Button size="sm" variant="outline" disabled={isBusy} onClick={goBack} icon={RotateCcw}>
          {t("back")}
        </Button>
      }
    >
      {t("moved", { now: withFirst(format.dateTime(new Date(clock.now), { dateStyle: "long", timeStyle: "short" })) })}
    </Alert>
  );
}
