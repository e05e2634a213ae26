import { readCities } from "#lib/geo/endpoints.ts";
import { listCities } from "#lib/geo/suggest.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readCities, (_ctx, { params }) => listCities("FR", params.zipcode)),
);
