import { z } from "zod";
import { cityNames, citySuggestion, countryCode, searchText, zipcode } from "#lib/insurance/geo/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const bothSpellings = "The path may be spelt `getCitiesByZipCode` or `getCitiesByZipcode`.";

export const readCities = endpoint({
  id: "getCitiesOfFrance",
  method: "GET",
  path: "/geo/getCitiesByZipCode/{zipcode}",
  alias: "/geo/getCitiesByZipcode/{zipcode}",
  side: "product",
  tag: "Geo",
  right: null,
  summary: "List the cities of a zipcode",
  description: `The cities of a zipcode of FR, Réunion included; an unknown zipcode has none. ${bothSpellings}`,
  params: z.object({ zipcode }),
  success: { status: 200, description: "The cities.", resource: "cities", data: cityNames, schemaName: "CitiesResponse" },
  errors: [],
  examples: [{ name: "A Paris zipcode", params: { zipcode: "75002" } }],
});

export const readCitiesOfCountry = endpoint({
  id: "getCitiesByZipcode",
  method: "GET",
  path: "/geo/getCitiesByZipcode/{country}/{zipcode}",
  alias: "/geo/getCitiesByZipCode/{country}/{zipcode}",
  side: "product",
  tag: "Geo",
  right: null,
  summary: "List the cities of a zipcode in a country",
  description: `The cities of a country's zipcode; an unknown zipcode has none, nor has any zipcode of BE. ${bothSpellings}`,
  params: z.object({ country: countryCode, zipcode }),
  success: { status: 200, description: "The cities.", resource: "cities", data: cityNames, schemaName: "CitiesResponse" },
  errors: ["MALFORMED_REQUEST"],
  examples: [{ name: "A zipcode in Italy", params: { country: "IT", zipcode: "20121" } }],
});

export const suggestCities = endpoint({
  id: "getCitiesSuggestions",
  method: "GET",
  path: "/geo/getCitiesSuggestions/{country}/{zipcode}",
  side: "product",
  tag: "Geo",
  right: null,
  summary: "Suggest cities",
  description:
    "Up to 30 cities whose zipcode begins with the digits given, or whose name matches the text given: the whole name first, then its beginning, then that of a word in it, then resemblance, each with larger towns first. Communes that were merged into another are found by their names, with the zipcodes of that one. There are none for BE.",
  params: z.object({ country: countryCode, zipcode: searchText }),
  success: {
    status: 200,
    description: "The suggestions, the likeliest first.",
    resource: "cities",
    data: z.array(citySuggestion).max(30).meta({ description: "The likeliest first." }),
    schemaName: "CitySuggestionsResponse",
  },
  errors: ["MALFORMED_REQUEST"],
  examples: [
    { name: "A misspelt name", params: { country: "FR", zipcode: "grenble" } },
    { name: "The beginning of a zipcode", params: { country: "FR", zipcode: "750" } },
  ],
});
