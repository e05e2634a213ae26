import type { QueryClient } from "@tanstack/react-query";
import type { Wire } from "#components/portal/api.ts";
import { get, keyOf, live } from "#components/portal/queries.ts";
import type { WaitingReport } from "#lib/keys/reports.ts";

export type ReportRow = Wire<WaitingReport>;

/** The reports that wait. */
export const keyReportsQuery = get("/support/key-reports", {}, live);

/** Asks anew for the keys and their reports, once something was done to a key. */
export async function refreshKeys(client: QueryClient): Promise<void> {
  const keys = [keyOf("/support/keys", { query: {} }), keyReportsQuery.queryKey];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
