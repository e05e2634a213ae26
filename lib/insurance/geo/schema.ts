import { z } from "zod";
import type { cityCountries } from "#db/schema/enums.ts";
import { textUpTo } from "#lib/platform/wire/wire.ts";

/** The countries of parties (rules/contracts.md#parties-5). There is no list of cities for BE. */
export const countries = ["FR", "BE", "IT", "RE"] as const;
export type Country = (typeof countries)[number];

/** RE is the part of FR whose zipcodes begin with 974; its cities are in both. */
export interface City {
  country: (typeof cityCountries)[number];
  zipcode: string;
  name: string;
  /** Merged into another, by whose zipcodes its name is still used (rules/renters.md#geo-8). */
  former: boolean;
}

export const countryCode = z.enum(countries, { error: `the country must be one of ${countries.join(", ")}` }).meta({
  id: "GeoCountry",
  description: "Two-letter country code. RE is the part of FR whose zipcodes begin with 974.",
  examples: ["FR"],
});

export const zipcode = z.string().meta({ id: "GeoZipcode", description: "The whole zipcode.", examples: ["75002"] });

export const searchText = textUpTo(100).meta({
  description: "The beginning of a zipcode, or the beginning of a city's name in any spelling.",
  examples: ["grenble"],
});

const geoCity = z
  .string()
  .meta({ id: "GeoCity", description: "The name of a city in normal form.", examples: ["PARIS-2EME-ARRONDISSEMENT"] });

export const cityNames = z
  .array(geoCity)
  .meta({ description: "Names in normal form, in alphabetical order.", examples: [["PARIS-2EME-ARRONDISSEMENT"]] });

export const citySuggestion = z
  .object({
    ville: geoCity,
    zipcode,
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "How well the text matches: 1 for the whole name or zipcode.", examples: [0.74] }),
  })
  .meta({ id: "CitySuggestion", description: "A suggested city." });
export type CitySuggestion = z.infer<typeof citySuggestion>;
