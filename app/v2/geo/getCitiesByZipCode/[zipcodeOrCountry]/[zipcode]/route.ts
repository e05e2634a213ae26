import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { readCitiesOfCountry } from "#lib/insurance/geo/endpoints.ts";
import { listCities } from "#lib/insurance/geo/suggest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readCitiesOfCountry, (_ctx, { params }) => listCities(params.country, params.zipcode)),
);
