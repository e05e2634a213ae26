import { publishedFor } from "#lib/api/openapi/published.ts";
import { publicJson } from "#lib/api/public-json.ts";
import { route } from "#lib/api/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(publicJson(publishedFor));
