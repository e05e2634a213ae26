import { publicJson } from "#lib/http/public-json.ts";
import { publishedFor } from "#lib/http/published-for.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(publicJson(publishedFor));
