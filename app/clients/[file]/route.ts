import { route } from "#lib/api/route.ts";
import { serveClients } from "#lib/api/served-clients.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(serveClients);
