import { route } from "#lib/api/methods.ts";
import { serveClients } from "#lib/api/served-clients.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(serveClients);
