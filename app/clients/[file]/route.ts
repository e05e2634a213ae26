import { serveClients } from "#lib/http/clients.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(serveClients);
