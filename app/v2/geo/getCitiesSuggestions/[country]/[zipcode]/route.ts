import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { suggestCities } from "#lib/insurance/geo/endpoints.ts";
import { suggest } from "#lib/insurance/geo/suggest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(suggestCities, (_ctx, { params }) => suggest(params.country, params.zipcode)),
);
