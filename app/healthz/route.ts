export { liveness as GET } from "#lib/api/liveness.ts";
