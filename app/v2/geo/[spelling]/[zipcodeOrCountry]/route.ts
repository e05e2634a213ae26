import { readCitiesRespelt } from "#lib/geo/endpoints-respelt.ts";
import { listCities } from "#lib/geo/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readCitiesRespelt, (_ctx, { params }) => listCities("FR", params.zipcode)),
);
