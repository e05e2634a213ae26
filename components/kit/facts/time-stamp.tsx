"use client";

import { useFormatter, useNow, useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { withFirst } from "#lib/platform/i18n/moments.ts";

const second = 1000;
const minute = 60 * second;

/** How to show a past instant: "just now", relative, or as an instant. */
type AgoForm = "justNow" | "relative" | "instant";

/**
 * Never shows a past instant as a future one, since clocks differ slightly and the page's time lags. More than a minute ahead is shown as
 * an instant, such as in a sandbox whose clock was moved.
 */
export function tellAgo(at: Date, now: Date): AgoForm {
  const ago = now.getTime() - at.getTime();
  if (ago < -minute) return "instant";
  return ago < second ? "justNow" : "relative";
}

const formats = {
  day: { day: "numeric", month: "short", year: "numeric" },
  minute: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  second: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  secondOfYear: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const;

/**
 * An instant in the viewer's zone, with the exact UTC time in a tooltip (with `focusable` also by keyboard). `as` is its precision, where
 * the current year is left out, or "how long ago". `children` replace the text.
 */
export function TimeStamp({
  at,
  as = "minute",
  focusable = false,
  timeZone: given,
  children,
}: {
  at: string | Date;
  as?: "day" | "minute" | "second" | "ago";
  focusable?: boolean;
  /** The zone of a day that is one for everybody, such as that of a payment; the viewer's by default. */
  timeZone?: string;
  children?: ReactNode;
}) {
  const format = useFormatter();
  const own = useTimeZone();
  const timeZone = given ?? own;
  const date = new Date(at);
  const isOfThisYear = date.getUTCFullYear() === useNow().getUTCFullYear();
  const isRelative = as === "ago" || children !== undefined;
  const exact = `${date.toISOString().replace("T", " ").replace("Z", "")} UTC`;
  return (
    <Tooltip
      content={
        <span className="block text-center tabular-nums">
          {isRelative ? <span className="block">{withFirst(format.dateTime(date, formats.second))}</span> : null}
          <span className="block font-mono text-xs">{exact}</span>
          {timeZone === "UTC" || isRelative ? null : <span className="block text-xs opacity-75">{timeZone}</span>}
        </span>
      }
    >
      <time
        dateTime={date.toISOString()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact instant is for those without a pointer too
        tabIndex={focusable ? 0 : undefined}
        className="relative z-10 min-[20rem]:whitespace-nowrap tabular-nums"
      >
        {children ??
          (as === "ago" ? (
            <Ago date={date} />
          ) : (
            withFirst(
              format.dateTime(date, {
                ...formats[as === "second" && isOfThisYear ? "secondOfYear" : as],
                ...(given !== undefined && { timeZone: given }),
              }),
            )
          ))}
      </time>
    </Tooltip>
  );
}

/** How long ago something was last done, or that it never was. */
export function LastTime({ at, never }: { at: string | Date | null; never: string }) {
  return at === null ? <span className="text-muted-foreground">{never}</span> : <TimeStamp at={at} as="ago" />;
}

function Ago({ date }: { date: Date }) {
  const t = useTranslations("common");
  const format = useFormatter();
  const now = useServerNow();
  const ago = tellAgo(date, now);
  if (ago === "justNow") return t("justNow");
  return ago === "relative" ? format.relativeTime(date, now) : withFirst(format.dateTime(date, formats.minute));
}
