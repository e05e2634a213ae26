import { publicJson } from "#lib/http/public-json.ts";
import { route } from "#lib/http/route.ts";
import { publishedFor } from "#lib/openapi/published.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(publicJson(publishedFor));
