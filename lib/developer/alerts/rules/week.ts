import { calendarOf } from "#lib/platform/time/calendar.ts";

const dayMs = 86_400_000;
/** 1 January 1970 was a Thursday. */
const daysToMonday = 3;
const digestTime = "08:00";

export interface Week {
  /** Its Monday, such as `2027-02-01`. */
  name: string;
  from: Date;
  until: Date;
  /** When its digest is sent: Monday at 8:00. */
  digestAt: Date;
}

/** The week of an instant in a time zone, from Monday to Sunday. */
export function weekOf(now: Date, timeZone: string): Week {
  const { dayOf, startOf, instantOf } = calendarOf(timeZone);
  const day = dayOf(now.getTime());
  const monday = day - ((day + daysToMonday) % 7);
  const name = new Date(monday * dayMs).toISOString().slice(0, 10);
  return {
    name,
    from: new Date(startOf(monday)),
    until: new Date(startOf(monday + 7)),
    digestAt: new Date(instantOf(`${name}T${digestTime}`)),
  };
}

/** A digest that could not be sent for a day is no longer news; neither is that of a week before the rule. */
export function isDigestDue({ digestAt }: Week, createdAt: Date, now: Date): boolean {
  return now >= digestAt && now.getTime() < digestAt.getTime() + dayMs && digestAt >= createdAt;
}
