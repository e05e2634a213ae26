import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";
import type { Endpoint, Method } from "#lib/platform/wire/endpoint.ts";

export interface LoadKind {
  method: Method;
  endpoint: string | null;
  preview: boolean;
  status: number;
  errorCode: number | null;
  share: number;
  /** With `{}` for the subject. */
  path: string;
  subject: "contract" | "product" | null;
  event: EventType | null;
}

interface Profile {
  calls: number;
  previews?: number;
  event?: EventType;
}

/** The calls of partners' systems in realistic proportions: far more reads than writes. */
const profiles: Record<string, Profile> = {
  retrieveContract: { calls: 230 },
  retrieveContracts: { calls: 80 },
  createContract: { calls: 120, previews: 110, event: "v2.contract.created" },
  updateContract: { calls: 60, previews: 15, event: "v2.contract.updated" },
  cancelContract: { calls: 40, previews: 5, event: "v2.contract.canceled" },
  createProductFromContract: { calls: 35, previews: 5, event: "v2.contract.updated" },
  deleteProductFromContract: { calls: 15, previews: 2, event: "v2.contract.updated" },
  createAutomaticRenewal: { calls: 30, event: "v2.contract.renewal.enabled" },
  updateAutomaticRenewal: { calls: 20, event: "v2.contract.renewal.updated" },
  retrieveProducts: { calls: 60 },
  retrieveProduct: { calls: 60 },
  createProduct: { calls: 20 },
  getCitiesOfFrance: { calls: 45 },
};
/** The subject of a call that creates it. */
const created: Record<string, LoadKind["subject"]> = { createContract: "contract", createProduct: "product" };
const rare: Profile = { calls: 4 };
const errorShare = 0.06;
/** The ratio between an error's frequency and the next one's: the rarest of many occurs a few times a month. */
const steepness = 1.7;

const notFound = { endpoint: null, preview: false, errorCode: 404, status: 404, path: "/v2/contract/{}", subject: null, event: null };

/** Every possible kind of call with its share: some occur ten thousand times a day, some a few times a month. */
export const loadKinds: readonly LoadKind[] = asShares([
  ...endpoints.flatMap(kindsOf),
  { ...notFound, method: "GET", share: 2 },
  { ...notFound, method: "POST", share: 0.5 },
]);

function kindsOf(endpoint: Endpoint): LoadKind[] {
  const { calls, previews = 0, event = null } = profiles[endpoint.id] ?? rare;
  const [subject, path] = describePath(endpoint.path);
  const common = { method: endpoint.method, endpoint: endpoint.id, path, subject };
  const good = { ...common, status: endpoint.success.status, errorCode: null };
  return [
    { ...good, preview: false, share: calls * (1 - errorShare), event, subject: created[endpoint.id] ?? subject },
    ...(previews === 0 ? [] : [{ ...good, preview: true, share: previews, event: null }]),
    ...errorsOf(endpoint).map(({ status, code }, rank) => ({
      ...common,
      preview: false,
      status,
      errorCode: code,
      share: (calls * errorShare) / (rank + 1) ** steepness,
      event: null,
    })),
  ];
}

/** Numbers are unique within an endpoint's status. A call without a valid key is not in the log. */
function errorsOf(endpoint: Endpoint) {
  const names = new Set<ErrorName>([...endpoint.errors, ...pipelineErrorsOf(endpoint)]);
  const entries = [...names].filter((name) => name !== "MISSING_API_KEY" && name !== "INVALID_API_KEY").map((name) => errorCatalogue[name]);
  return [...new Map(entries.map((entry) => [`${entry.status} ${entry.code}`, entry])).values()];
}

function describePath(path: string): ["contract" | "product" | null, string] {
  const filled = `/v2${path}`
    .replace("{arid}", "current")
    .replace("{country}", "FR")
    .replace("{zipcode}", "75002")
    .replace("{id}", "volume");
  const subject = filled.includes("{productId}") ? "product" : filled.includes("{contractId}") ? "contract" : null;
  return [subject, filled.replaceAll(/\{\w+\}/g, "{}")];
}

function asShares(kinds: readonly LoadKind[]): LoadKind[] {
  const all = kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.map((kind) => ({ ...kind, share: kind.share / all }));
}
