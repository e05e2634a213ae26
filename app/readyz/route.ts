export { readiness as GET } from "#lib/http/readiness.ts";
