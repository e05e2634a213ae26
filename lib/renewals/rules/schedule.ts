import type { ContractType } from "#lib/catalogue/catalogue.ts";
import { acceptedEnds } from "#lib/contracts/rules/period.ts";
import { fieldError } from "#lib/errors/catalogue.ts";
import type { RenewableContract, Renewal } from "#lib/renewals/renewal.ts";
import { addMonths } from "#lib/time/dates.ts";

const noticeMonths = 1;

/** A renewal applies at the contract's end, and its notice is due one calendar month before (resolutions.md § 5). */
export function scheduleFor(endDate: Date): Pick<Renewal, "renewalScheduledFor" | "notificationScheduledFor"> {
  return { renewalScheduledFor: endDate, notificationScheduledFor: addMonths(endDate, -noticeMonths) };
}

/** Rounded to calendar months, so that daylight saving or a leap year does not shorten the next contract by a month. */
export function ownLength({ startDate, endDate }: Pick<RenewableContract, "startDate" | "endDate">): number {
  let whole = (endDate.getUTCFullYear() - startDate.getUTCFullYear()) * 12 + endDate.getUTCMonth() - startDate.getUTCMonth();
  if (addMonths(startDate, whole) > endDate) whole -= 1;
  const over = endDate.getTime() - addMonths(startDate, whole).getTime();
  const short = addMonths(startDate, whole + 1).getTime() - endDate.getTime();
  return Math.max(1, short < over ? whole + 1 : whole);
}

/** 1002 for a length that the contract type does not allow for the next contract. */
export function assertLength({ contractType, endDate }: { contractType: ContractType; endDate: Date }, durationMonths: number): void {
  const { earliest, latest } = acceptedEnds(contractType, endDate);
  const end = addMonths(endDate, durationMonths);
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
