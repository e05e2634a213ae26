import { contractTypes, isContractType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import { addDays, addMonths } from "#lib/platform/time/days-and-months.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";
import { isMissing, quote } from "#lib/platform/wire/fields.ts";
import type { Fields } from "#lib/platform/wire/fields.ts";

/** Both ends are covered. */
export interface Period {
  startDate: Date;
  endDate: Date;
}

/** Days and calendar months of the contract's zone (rules/calendar.md#days-2, #months-1). */
const durations: Record<ContractType, { says: string; leastMonths: number; latestEnd: (start: Date, calendar: LocalCalendar) => Date }> = {
  LCD: { says: "up to 31 days", leastMonths: 0, latestEnd: (start, calendar) => addDays(start, 31, calendar) },
  LMD: { says: "1 to 12 months", leastMonths: 1, latestEnd: (start, calendar) => addMonths(start, 12, calendar) },
  LLD: { says: "12 to 60 months", leastMonths: 12, latestEnd: (start, calendar) => addMonths(start, 60, calendar) },
};

/** The first end less than a day before the least months are over, so that the last second of the day before is accepted (rules/contracts.md#types-4). */
function earliestEnd(start: Date, leastMonths: number, calendar: LocalCalendar): Date {
  if (leastMonths === 0) return start;
  return new Date(addDays(addMonths(start, leastMonths, calendar), -1, calendar).getTime() + 1);
}

/** Reads the type of a creation: 1006 missing, 1004 unknown, 1003 not allowed to the renter. */
export function readContractType(value: unknown, allowed: readonly ContractType[]): ContractType {
  if (isMissing(value)) throw fieldError("CONTRACT_TYPE_MISSING", "contract_type", `is missing: send one of ${contractTypes.join(", ")}`);
  if (!isContractType(value)) {
    throw fieldError("CONTRACT_TYPE_UNKNOWN", "contract_type", `${quote(value)} is unknown: send one of ${contractTypes.join(", ")}`);
  }
  if (!allowed.includes(value)) {
    throw fieldError(
      "CONTRACT_TYPE_NOT_ALLOWED",
      "contract_type",
      `${value} is not allowed to this renter; allowed: ${allowed.join(", ") || "none"}`,
    );
  }
  return value;
}

/**
 * Reads the period of a creation, from `now` by default: 1005 end missing, 1002 invalid date, 1000 start more than 30 minutes ago, 1021 end
 * in the past, 1001 end not after start, 1002 wrong length for the type (rules/contracts.md#create-3).
 */
export function readPeriod(fields: Fields, contractType: ContractType, calendar: LocalCalendar, now: Date): Period {
  if (isMissing(fields.end_date)) {
    throw fieldError("END_MISSING", "end_date", "is missing: send an ISO 8601 instant such as 2027-01-31T09:00:00Z");
  }
  const startDate = fields.start_date === undefined || fields.start_date === null ? now : readInstant(fields.start_date, "start_date");
  const period = { startDate, endDate: readInstant(fields.end_date, "end_date") };
  assertNotBackdated(startDate, now);
  assertNotEnded(period.endDate, now);
  assertDuration(contractType, period, calendar);
  return period;
}

/** 1002 for anything but an instant. */
export function readInstant(value: unknown, field: string): Date {
  const instant = parseInstant(value);
  if (instant === undefined) {
    throw fieldError("INVALID_PERIOD", field, "must be an ISO 8601 instant with an offset, such as 2027-01-31T09:00:00Z");
  }
  return instant;
}

/** 1000 for a start more than 30 minutes ago. */
export function assertNotBackdated(startDate: Date, now: Date): void {
  if (!isBackdated(startDate, now)) return;
  throw fieldError(
    "START_IN_PAST",
    "start_date",
    `${startDate.toISOString()} is more than 30 minutes in the past; it is now ${now.toISOString()}`,
  );
}

/** 1021 for an end that leaves nothing to cover. */
export function assertNotEnded(endDate: Date, now: Date): void {
  if (endDate > now) return;
  throw fieldError("END_IN_PAST", "end_date", `${endDate.toISOString()} is in the past; it is now ${now.toISOString()}`);
}

/** 1001 for an end that is not after the start, 1002 for a period that does not fit the contract type. */
export function assertDuration(contractType: ContractType, { startDate, endDate }: Period, calendar: LocalCalendar): void {
  if (endDate <= startDate) {
    throw fieldError("END_BEFORE_START", "end_date", `${endDate.toISOString()} must be after start_date ${startDate.toISOString()}`);
  }
  const { earliest, latest } = acceptedEnds(contractType, startDate, calendar);
  const lasts = `an ${contractType} contract lasts ${durations[contractType].says}`;
  const refuse = (limit: string) => new ApiError("INVALID_PERIOD", `${lasts}: end_date must be ${limit}`, { field: "end_date" });
  if (endDate < earliest) throw refuse(`${earliest.toISOString()} or later`);
  if (endDate > latest) throw refuse(`${latest.toISOString()} or earlier`);
}

export function acceptedEnds(contractType: ContractType, startDate: Date, calendar: LocalCalendar): { earliest: Date; latest: Date } {
  const { leastMonths, latestEnd } = durations[contractType];
  return { earliest: earliestEnd(startDate, leastMonths, calendar), latest: latestEnd(startDate, calendar) };
}

/** Cover is not sold for more than 30 minutes in the past (rules/contracts.md#create-2). */
export function isBackdated(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() > 30 * 60_000;
}

/** How a period counts: only one that begins with its contract goes by the day on which a chain of renewals began. */
export function calendarFor(
  { timeZone, renewalDay, startDate: began }: LocalCalendar & Pick<Period, "startDate">,
  { startDate }: Pick<Period, "startDate">,
): LocalCalendar {
  return { timeZone, renewalDay: startDate.getTime() === began.getTime() ? renewalDay : null };
}
