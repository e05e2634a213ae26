import { z } from "zod";
import { endpoint } from "#lib/endpoint.ts";
import { ApiError } from "#lib/errors.ts";
import { readCities, readCitiesOfCountry } from "#lib/geo/endpoints.ts";
import { countryCode, zipcode } from "#lib/geo/schema.ts";

// Folders whose names differ in their case alone cannot lie side by side everywhere, so the second spelling of a path is a parameter.
const spelling = z.string().transform((word) => {
  if (word !== "getCitiesByZipcode") throw new ApiError("UNKNOWN_PATH");
  return word;
});

/** `readCities` under the other spelling of its path (resolutions.md § 6 Geo); not published a second time. */
export const readCitiesRespelt = endpoint({ ...readCities, path: "/geo/{spelling}/{zipcode}", params: z.object({ spelling, zipcode }) });

/** `readCitiesOfCountry` under the other spelling of its path; not published a second time. */
export const readCitiesOfCountryRespelt = endpoint({
  ...readCitiesOfCountry,
  path: "/geo/{spelling}/{country}/{zipcode}",
  params: z.object({ spelling, country: countryCode, zipcode }),
});
