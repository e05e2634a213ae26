import { declareByLink } from "#lib/api/claim-links/claim-link-pages.ts";
import { route } from "#lib/api/methods.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(declareByLink);
