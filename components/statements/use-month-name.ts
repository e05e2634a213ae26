"use client";

import { useFormatter } from "next-intl";
import { startOfMonth, zone } from "#lib/insurance/statements/rules/months.ts";

/** Says a month such as `2027-01`. */
export function useMonthName(): (month: string) => string {
  const format = useFormatter();
  return (month) => format.dateTime(startOfMonth(month), { month: "long", year: "numeric", timeZone: zone });
}
