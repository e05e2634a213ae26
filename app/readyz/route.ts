export { readiness as GET } from "#lib/api/readiness.ts";
