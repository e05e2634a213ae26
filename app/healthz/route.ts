export { liveness as GET } from "#lib/http/liveness.ts";
