"use client";

import { FastForward, LoaderCircle, RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { useTypedEarly } from "#components/kit/form/before-hydration.ts";
import { useClock } from "#components/sandbox/use-clock.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { maxClockYears } from "#lib/developer/sandbox/rules/clock-limit.ts";
import type { WireClock } from "#lib/developer/sandbox/schema.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";

const endOfId = 4;

type ShiftError = "past" | "far";

/** The same rule as lib/developer/sandbox/rules/clock.ts, for immediate errors in the viewer's own time. */
function errorOf(chosen: Date, sandboxTime: Date, now: Date): ShiftError | undefined {
  if (chosen < sandboxTime) return "past";
  const latest = new Date(`${now.getUTCFullYear() + maxClockYears}${now.toISOString().slice(4)}`);
  return chosen > latest ? "far" : undefined;
}

type Clock = NonNullable<ReturnType<typeof useClock>["clock"]>;

/** The sandbox clock with its time, the next due event, and every way to shift it. */
export function ClockCard() {
  const t = useTranslations("sandbox.clock");
  const { clock, isBusy, ...moves } = useClock(undefined);
  if (clock === undefined) return null;
  return (
    <TitledCard title={t("title")} description={t("text")} contentClassName="grid gap-4">
      <div aria-live="polite" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-3xl font-semibold tracking-tight">
          <SandboxTime clock={clock} />
        </span>
        {clock.catching_up !== null || clock.resetting ? (
          <Badge tone="info">
            <LoaderCircle aria-hidden className="animate-spin" />
            {clock.catching_up === null ? t("resetting") : t("catchingUp", { count: clock.catching_up.remaining })}
          </Badge>
        ) : (
          <Badge tone={clock.moved ? "environment" : "neutral"}>{clock.moved ? <Ahead clock={clock} /> : t("real")}</Badge>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <ClockButtons clock={clock} isBusy={isBusy} {...moves} />
      </div>
      {clock.next_due === null ? <p className="text-sm text-muted-foreground">{t("nothingDue")}</p> : null}
      <ShiftForm clock={clock} isBusy={isBusy} moveTo={moves.moveTo} />
    </TitledCard>
  );
}

/** Shifts the clock to a moment that is typed in the viewer's own time. */
function ShiftForm({ clock, isBusy, moveTo }: { clock: Clock; isBusy: boolean; moveTo: (time: string) => void }) {
  const t = useTranslations("sandbox.clock");
  const id = useId();
  const format = useFormatter();
  const now = useServerNow();
  const [moment, setMoment] = useState("");
  const [refused, setRefused] = useState<ShiftError>();
  const field = useRef<HTMLInputElement>(null);
  useTypedEarly(field, setMoment);
  const chosen = new Date(moment);
  const sandboxTime = new Date(now.getTime() + clock.offset_seconds * 1000);
  const errorText =
    refused === "past"
      ? t("toPast", { time: withFirst(format.dateTime(sandboxTime, { dateStyle: "medium", timeStyle: "short" })) })
      : refused === "far"
        ? t("toFar", { years: maxClockYears })
        : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (Number.isNaN(chosen.getTime())) return;
    const error = errorOf(chosen, sandboxTime, now);
    setRefused(error);
    if (error === undefined) moveTo(chosen.toISOString());
  }

  return (
    <form className="grid gap-1.5 border-t pt-4" onSubmit={submit}>
      <Label htmlFor={id}>{t("to")}</Label>
      <div className="flex flex-wrap gap-2">
        <Input
          ref={field}
          id={id}
          type="datetime-local"
          value={moment}
          onChange={({ target }) => {
            setMoment(target.value);
            setRefused(undefined);
          }}
          aria-invalid={errorText !== undefined}
          aria-describedby={`${id}-hint`}
          className="max-w-60"
        />
        <Button type="submit" variant="outline" disabled={isBusy || Number.isNaN(chosen.getTime())}>
          {t("move")}
        </Button>
      </div>
      <p
        id={`${id}-hint`}
        role={errorText === undefined ? undefined : "alert"}
        className={cn("text-sm", errorText === undefined ? "text-muted-foreground" : "text-danger")}
      >
        {errorText ?? t("toHint", { years: maxClockYears })}
      </p>
    </form>
  );
}

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

const timeFormat = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;

/** The ticking time of the sandbox; it stops while the sandbox catches up. */
export function SandboxTime({ clock }: { clock: WireClock }) {
  const dateTime = useFormatter().dateTime;
  const now = useServerNow();
  const at = clock.catching_up === null ? new Date(now.getTime() + clock.offset_seconds * 1000) : new Date(clock.now);
  return (
    <time dateTime={at.toISOString()} className="inline-block max-w-full tabular-nums">
      {dateTime(at, timeFormat)}
    </time>
  );
}

const [hourSeconds, daySeconds] = [3600, 86_400];

/** How far the sandbox is ahead: in days, or in hours below two days. */
export function Ahead({ clock: { offset_seconds: offset } }: { clock: WireClock }) {
  const t = useTranslations("sandbox.clock");
  if (offset < 2 * daySeconds) return t("aheadHours", { hours: Math.round(offset / hourSeconds) });
  return t("ahead", { days: Math.round(offset / daySeconds) });
}
