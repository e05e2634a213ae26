export { answerMetrics as GET } from "#lib/http/metrics.ts";
