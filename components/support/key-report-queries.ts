import { queryOptions } from "@tanstack/react-query";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { live } from "#components/portal/query-client.ts";
import type { WaitingReport } from "#lib/keys/reports.ts";

export type ReportRow = Wire<WaitingReport>;

/** The reports that wait. Below the keys' own, so that what is done to a key asks for these anew, too. */
export const keyReportsQuery = queryOptions({
  queryKey: ["support", "keys", "reports"],
  queryFn: ({ signal }) => api("GET", "/support/key-reports", { signal }),
  ...live,
});
