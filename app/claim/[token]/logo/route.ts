import { logoOfLink } from "#lib/http/claim-link-pages.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(logoOfLink);
