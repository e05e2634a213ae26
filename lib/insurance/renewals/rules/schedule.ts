import { acceptedEnds } from "#lib/insurance/catalogue/period.ts";
import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import { addMonths, renewalDayAfter, startedMonths } from "#lib/platform/time/days-and-months.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";

const noticeMonths = 1;

/** A renewal applies at the contract's end, and its notice is due one local month before (rules/calendar.md#months-1). */
export function scheduleFor(
  endDate: Date,
  { timeZone }: Pick<LocalCalendar, "timeZone">,
): Pick<Renewal, "renewalScheduledFor" | "notificationScheduledFor"> {
  return { renewalScheduledFor: endDate, notificationScheduledFor: addMonths(endDate, -noticeMonths, { timeZone, renewalDay: null }) };
}

/** Rounded to local months, so that an end on the evening before does not shorten the next contract by a month. */
export function ownLength({
  startDate,
  endDate,
  ...calendar
}: Pick<RenewableContract, "startDate" | "endDate" | keyof LocalCalendar>): number {
  const started = startedMonths(startDate, endDate, calendar);
  const over = endDate.getTime() - addMonths(startDate, started - 1, calendar).getTime();
  const short = addMonths(startDate, started, calendar).getTime() - endDate.getTime();
  return Math.max(1, short < over ? started : started - 1);
}

/** The calendar of the contract that renews this one, and its end. */
export function renewedPeriod(
  contract: Pick<RenewableContract, "startDate" | "endDate" | keyof LocalCalendar>,
  durationMonths: number,
): LocalCalendar & { endDate: Date } {
  const { startDate, endDate, timeZone } = contract;
  const calendar = { timeZone, renewalDay: renewalDayAfter(startDate, endDate, contract) };
  return { ...calendar, endDate: addMonths(endDate, durationMonths, calendar) };
}

/** 1002 for a length that the contract type does not allow for the next contract. */
export function assertLength(
  contract: Pick<RenewableContract, "contractType" | "startDate" | "endDate" | keyof LocalCalendar>,
  durationMonths: number,
): void {
  const { contractType } = contract;
  const { endDate: end, ...calendar } = renewedPeriod(contract, durationMonths);
  const { earliest, latest } = acceptedEnds(contractType, contract.endDate, calendar);
  if (end >= earliest && end <= latest) return;
  throw fieldError(
    "INVALID_PERIOD",
    "duration_months",
    `${durationMonths} does not fit ${contractType}: the next contract would end on ${end.toISOString()}, and must end between ${earliest.toISOString()} and ${latest.toISOString()}`,
  );
}

/** True for a live renewal with notices on and none sent, between the notice's time and its own (rules/renewals.md#notice-2, #notice-4). */
export function isNoticeDue({ status, endDate }: Pick<RenewableContract, "status" | "endDate">, renewal: Renewal, now: Date): boolean {
  const { useNotification, notifiedAt, rejectedAt, appliedAt, droppedAt, notificationScheduledFor } = renewal;
  const isWanted = appliedAt === null && droppedAt === null && rejectedAt === null && status === "open" && endDate > now;
  return isWanted && useNotification && notifiedAt === null && notificationScheduledFor <= now;
}
