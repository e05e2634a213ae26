import { suggestCities } from "#lib/geo/endpoints.ts";
import { suggest } from "#lib/geo/suggest.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(suggestCities, (_ctx, { params }) => suggest(params.country, params.zipcode)),
);
