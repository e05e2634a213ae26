import { handle } from "#lib/api/handle.ts";
import { route, literalSegment } from "#lib/api/route.ts";
import { readCitiesOfCountry } from "#lib/insurance/geo/endpoints.ts";
import { listCities } from "#lib/insurance/geo/suggest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = literalSegment(
  "getCitiesByZipcode",
  route(handle(readCitiesOfCountry, (_ctx, { params }) => listCities(params.country, params.zipcode))),
);
