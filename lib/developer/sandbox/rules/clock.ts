import type { ApiContext } from "#lib/account/worlds/context.ts";
import { maxClockYears } from "#lib/developer/sandbox/rules/clock-limit.ts";
import type { ShiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ApiError } from "#lib/platform/errors/catalogue.ts";
import { addDuration, addMonths, insurerCalendar } from "#lib/platform/time/days-and-months.ts";

type WorldClock = ApiContext["clock"];

/** Forward only, from the target of an earlier shift (rules/sandbox.md#clock-1). The world is paused until due work is done. */
export function decideClockShift(clock: WorldClock, { advance, to }: ShiftClockBody, realTime: Date): WorldClock {
  const from = new Date(realTime.getTime() + clock.offsetMs);
  const target = to ?? (advance === undefined ? from : addDuration(from, advance, insurerCalendar));
  const field = to === undefined ? "advance" : "to";
  if (target < from) throw refused(field, `the clock goes forward only, and shows ${from.toISOString()}`);
  const latest = addMonths(realTime, 12 * maxClockYears, insurerCalendar);
  if (!(target <= latest)) throw refused(field, `the clock goes ${maxClockYears} years ahead at most, until ${latest.toISOString()}`);
  return { offsetMs: target.getTime() - realTime.getTime(), pausedAt: clock.pausedAt ?? from };
}

function refused(field: string, why: string): ApiError {
  return fieldError("MALFORMED_REQUEST", field, `: ${why}`);
}
