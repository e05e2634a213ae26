import { expect, test } from "vitest";
import { timeZoneOfAddress, timeZones } from "#lib/insurance/renters/rules/time-zone.ts";

// rules/calendar.md#zones-1
test.each([
  ["FR", "75002", "Europe/Paris"],
  ["FR", "97110", "America/Guadeloupe"],
  ["FR", "97200", "America/Martinique"],
  ["FR", "97300", "America/Cayenne"],
  ["FR", "97 400", "Indian/Reunion"],
  ["FR", "97500", "America/Miquelon"],
  ["FR", "97600", "Indian/Mayotte"],
  ["FR", "98600", "Pacific/Wallis"],
  ["FR", "98714", "Pacific/Tahiti"],
  ["FR", "98800", "Pacific/Noumea"],
  ["FR", "98000", "Europe/Paris"],
  ["RE", "97400", "Indian/Reunion"],
  ["BE", "1000", "Europe/Brussels"],
  ["IT", "98100", "Europe/Rome"],
  ["CH", "1200", "Europe/Paris"],
])("a rental company in %s %s has the zone %s", (country, zipcode, timeZone) => {
  expect(timeZoneOfAddress({ country, zipcode })).toBe(timeZone);
});

test("every zone that support can choose is one that the runtime knows", () => {
  for (const timeZone of timeZones) expect(new Intl.DateTimeFormat("en", { timeZone }).format(0)).not.toBe("");
});
