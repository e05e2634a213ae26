import { calendarOf } from "#lib/platform/time/calendar.ts";

const minuteMs = 60_000;

/** Minutes after midnight; `until` before `from` is on the next day. */
export interface QuietHours {
  from: number;
  until: number;
  timeZone: string;
}

/** The end of the quiet hours that `now` lies in; undefined outside of them. On days of a clock change, the local clock decides. */
export function endOfQuietHours({ from, until, timeZone }: QuietHours, now: Date): Date | undefined {
  const { localOf, instantOf } = calendarOf(timeZone);
  const local = localOf(now.getTime());
  const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
  const isOvernight = until <= from;
  const isQuiet = isOvernight ? minute >= from || minute < until : minute >= from && minute < until;
  if (!isQuiet) return undefined;
  const day = isOvernight && minute >= from ? dayAfter(local) : local.slice(0, 10);
  const end = instantOf(`${day}T${timeOf(until)}`);
  // In the second pass of a repeated hour, the first `until` is over.
  return new Date(end > now.getTime() ? end : Math.floor(now.getTime() / minuteMs) * minuteMs + (until - minute) * minuteMs);
}

function dayAfter(local: string): string {
  return new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) + 24 * 60 * minuteMs).toISOString().slice(0, 10);
}

/** `22:05` of minutes after midnight. */
export function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
