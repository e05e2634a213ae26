import { insurerZone } from "#lib/platform/time/calendar.ts";

/** SQL of the zone by which a contract counts: that of its renter where an earlier release wrote the contract. */
export function timeZoneOf(alias: string): string {
  return `coalesce(${alias}.time_zone, (select zoned.time_zone from renters zoned where zoned.uid = ${alias}.uid), '${insurerZone}')`;
}
