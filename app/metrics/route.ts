export { answerMetrics as GET } from "#lib/api/metrics.ts";
