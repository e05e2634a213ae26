import { readCitiesOfCountry } from "#lib/geo/endpoints.ts";
import { listCities } from "#lib/geo/suggest.ts";
import { handle } from "#lib/http/handle.ts";
import { route, literalSegment } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = literalSegment(
  "getCitiesByZipcode",
  route(handle(readCitiesOfCountry, (_ctx, { params }) => listCities(params.country, params.zipcode))),
);
