import { z } from "zod";
import type { MarkedSource } from "#lib/account/worlds/call-sources.ts";
import { maskedParts } from "#lib/platform/log/mask.ts";

/** A recorded `/v2` request of a known key (rules/call-log.md#record-2). Bodies are cut and without secrets. */
export interface CallRecord {
  executionId: string;
  at: Date;
  worldId: number;
  keyId: string;
  method: string;
  path: string;
  /** The endpoint's id, such as `createContract`; null for an unknown path. */
  endpoint: string | null;
  preview: boolean;
  subjectId: string | null;
  query: string;
  requestBody: string | null;
  responseBody: string | null;
  requestHeaders?: Iterable<readonly [string, string]> | null;
  responseHeaders?: Iterable<readonly [string, string]> | null;
  status: number;
  errorCode: number | null;
  durationMicros: number;
  /** How much of it the call waited for something to happen, which is no part of latency figures. */
  waitedMicros?: number;
  ip: string | null;
  userAgent: string | null;
  /** The first call under the same `Idempotency-Key`, whose answer this one repeats. */
  replayOf?: string | null;
  /** The caller other than the partner's own system; absent for that system. */
  source?: MarkedSource | null;
}

/** Operations were renamed for generated clients; saved links and filters have the former names. */
const formerNames: Readonly<Record<string, string>> = {
  listContracts: "retrieveContracts",
  readContract: "retrieveContract",
  amendContract: "updateContract",
  endContract: "cancelContract",
  addContractProducts: "createProductFromContract",
  removeContractProducts: "deleteProductFromContract",
  configureAutomaticRenewal: "createAutomaticRenewal",
  amendAutomaticRenewal: "updateAutomaticRenewal",
  readAutomaticRenewal: "getAutomaticRenewalById",
  readCurrentAutomaticRenewal: "getCurrentAutomaticRenewal",
  actOnAllAutomaticRenewals: "bulkAutomaticRenewals",
  listProducts: "retrieveProducts",
  readProduct: "retrieveProduct",
  changeProduct: "updateProduct",
  listRenters: "retrieveRenters",
  attachRenter: "addRenter",
  readRenter: "retrieveRenter",
  getCitiesByZipCode: "getCitiesOfFrance",
  getCitiesByCountryAndZipcode: "getCitiesByZipcode",
};

/** The present name of an operation, by its present or former one. */
export function presentName(name: string): string {
  return (Object.hasOwn(formerNames, name) ? formerNames[name] : undefined) ?? name;
}

export function formerNamesOf(name: string): string[] {
  return Object.entries(formerNames).flatMap(([former, present]) => (present === name ? [former] : []));
}

const executionId = z.string().regex(/^exec_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "must be an execution id");

export const revealBody = z.strictObject({ part: z.enum(maskedParts), place: z.int().min(0).max(99_999) });

export const callParams = z.object({ executionId });
