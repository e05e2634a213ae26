import { z } from "zod";
import { textUpTo } from "#lib/wire.ts";

/** The countries that a place can be in (resolutions.md § 3, Parties). There is no list of cities for BE. */
export const countries = ["FR", "BE", "IT", "RE"] as const;
export type Country = (typeof countries)[number];

/** A city under one of its zipcodes; RE is the part of FR whose zipcodes begin with 974, and its cities are in both. */
export interface City {
  country: Exclude<Country, "BE">;
  zipcode: string;
  /** Normal form: `PARIS-1ER-ARRONDISSEMENT`. */
  name: string;
}

export const countryCode = z
  .enum(countries, { error: `the country must be one of ${countries.join(", ")}` })
  .meta({ description: "Two-letter country code. RE is the part of FR whose zipcodes begin with 974.", examples: ["FR"] });

export const zipcode = z.string().meta({ description: "The whole zipcode.", examples: ["75002"] });

export const searchText = textUpTo(100).meta({
  description: "The beginning of a zipcode, or the beginning of a city's name in any spelling.",
  examples: ["grenble"],
});

export const cityNames = z
  .array(z.string())
  .meta({ description: "Names in normal form, in alphabetical order.", examples: [["PARIS-2EME-ARRONDISSEMENT"]] });

export const citySuggestion = z
  .object({
    ville: z.string().meta({ description: "The city's name in normal form.", examples: ["GRENOBLE"] }),
    zipcode: z.string().meta({ examples: ["38000"] }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "How much of what was typed fits: 1 for the whole name or zipcode.", examples: [0.88] }),
  })
  .meta({ id: "CitySuggestion" });
export type CitySuggestion = z.infer<typeof citySuggestion>;
