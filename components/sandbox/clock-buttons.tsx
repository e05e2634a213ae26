"use client";

import { FastForward, RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import type { WireClock } from "#lib/developer/sandbox/schema.ts";
import { withFirst } from "#lib/platform/i18n/first-of-month.ts";

const endOfId = 4;

/** Buttons that move the clock by a day, by a month, to the next due event, and back. */
export function ClockButtons({
  clock,
  isBusy,
  advance,
  moveTo,
  goBack,
}: {
  clock: WireClock;
  isBusy: boolean;
  advance: (by: string) => void;
  moveTo: (to: string) => void;
  goBack: () => void;
}) {
  const t = useTranslations("sandbox.clock");
  const { next_due: next } = clock;
  const name = useNameOfNext(next);
  return (
    <>
      <Button size="sm" variant="outline" disabled={isBusy} onClick={() => advance("P1D")}>
        {t("day")}
      </Button>
      <Button size="sm" variant="outline" disabled={isBusy} onClick={() => advance("P1M")}>
        {t("month")}
      </Button>
      {next === null ? null : (
        <Button
          size="sm"
          variant="outline"
          disabled={isBusy}
          onClick={() => moveTo(next.at)}
          title={name}
          className="min-w-0 shrink"
          icon={FastForward}
        >
          <span className="truncate">{name}</span>
        </Button>
      )}
      {clock.moved ? (
        <Button size="sm" variant="outline" disabled={isBusy} onClick={goBack} icon={RotateCcw}>
          {t("back")}
        </Button>
      ) : null}
    </>
  );
}

/** "Contract …6P8A ends 3 Mar": the next due event and its time. */
function useNameOfNext(next: WireClock["next_due"]): string {
  const t = useTranslations("sandbox.clock.next");
  const format = useFormatter();
  if (next === null) return "";
  const day = withFirst(format.dateTime(new Date(next.at), { day: "numeric", month: "short", year: "numeric" }));
  return t(next.kind.replace(".", "_") as "contract_ends", { id: `…${next.cid.slice(-endOfId)}`, day });
}
