import { z } from "zod";

/** A recorded `/v2` request of a known key (resolutions.md § 10). Bodies are texts, cut and without secrets. */
export interface CallRecord {
  executionId: string;
  at: Date;
  worldId: number;
  keyId: string;
  method: string;
  path: string;
  /** The endpoint's id in the reference, e.g. `createContract`; null for an unknown path. */
  endpoint: string | null;
  /** Asked what it would do, not to do it. */
  preview: boolean;
  subjectId: string | null;
  query: string;
  requestBody: string | null;
  responseBody: string | null;
  status: number;
  errorCode: number | null;
  durationMicros: number;
  ip: string | null;
  userAgent: string | null;
  /** The first call with the same `Idempotency-Key`, whose answer this one was given. */
  replayOf?: string | null;
}

/** What operations were called before they had the names of generated clients; links and filters that people have kept say these. */
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

/** The name that an operation has today, by the one that it has or had. */
export function presentName(name: string): string {
  return (Object.hasOwn(formerNames, name) ? formerNames[name] : undefined) ?? name;
}

/** What an operation was called before; links to its place in the reference say these. */
export function formerNamesOf(name: string): string[] {
  return Object.entries(formerNames).flatMap(([former, present]) => (present === name ? [former] : []));
}

const executionId = z.string().regex(/^exec_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "must be an execution id");

/** What of a call may hold something personal, which is masked (lib/calls/rules/mask.ts). */
const maskedParts = ["query", "request", "response"] as const;
export type MaskedPart = (typeof maskedParts)[number];

/** Which masked value of a call is to be shown. */
export const revealBody = z.strictObject({ part: z.enum(maskedParts), place: z.int().min(0).max(99_999) });

export const callParams = z.object({ executionId });
