import { withFirst } from "#lib/platform/i18n/first-of-month.ts";

const day = { day: "numeric", month: "short" } as const;
const year = { year: "numeric" } as const;

/** A period of cover in days, with the year once if it is the same. `Intl` ranges differ between the server and browsers. */
export function coverDays(
  start: Date,
  end: Date,
  format: (at: Date, options: { day?: "numeric"; month?: "short"; year?: "numeric" }) => string,
): string {
  const isOfOneYear = format(start, year) === format(end, year);
  return `${withFirst(format(start, isOfOneYear ? day : { ...day, ...year }))} – ${withFirst(format(end, { ...day, ...year }))}`;
}
