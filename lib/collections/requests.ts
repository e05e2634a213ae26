import type { Endpoint, Example } from "#lib/endpoint.ts";
import { endpoints } from "#lib/endpoints.ts";
import { parseInstant } from "#lib/time/dates.ts";

/** A request of a collection, with the variables of the collection in double braces. */
export interface CollectionRequest {
  endpoint: Endpoint;
  name: string;
  path: string;
  query: readonly { name: string; value: string }[];
  /** JSON, or a text that is JSON once its variables are filled in; undefined for none. */
  body?: string;
  form?: Readonly<Record<string, string>>;
  /** Variables that the answer gives, as JavaScript expressions of its parsed `body`. */
  saved: Readonly<Record<string, string>>;
}

export interface Folder {
  name: string;
  requests: CollectionRequest[];
}

/** What the examples name, and the variable that has it: those of the environment first, then what answers give. */
const variables: Readonly<Record<string, string>> = {
  "renter-lyon": "renter_uid",
  cg_dev_Xy12: "confirm_reset",
  "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21": "product_uid",
  "01JD3W7Q8ZK5T9V0XR2M4N6P8A": "contract_id",
  cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A: "contract_product_id",
  ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A: "renewal_id",
  "01JD3W7Q8ZH4C6E1Y9B3D5F7G2": "short_contract_id",
  cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2: "short_contract_product_id",
  claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A: "claim_id",
  doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A: "document_id",
  "2027-01": "month",
  link_01JD3W7Q8ZK5T9V0XR2M4N6P8A: "claim_link_id",
  link_01JD3W7Q8ZH4C6E1Y9B3D5F7G2: "contract_claim_link_id",
  evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A: "event_id",
};

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC";
const openEntry = `Object.entries(body.contract.products).find(([, entry]) => entry.status === "open")?.[0]`;
const mandatoryDocuments = `JSON.stringify(body.data.documentEntries.filter((entry) => entry.category === "mandatory").map(({ type }) => ({ type, title: type, filename: "photo.png", content: "${dot}" })))`;

interface Step {
  id: string;
  /** The name of its example; the first where there is none. */
  example?: string;
  saved?: Readonly<Record<string, string>>;
  /** In place of the example's. */
  body?: string;
}

const step = (id: string, changes: Omit<Step, "id"> = {}): Step => ({ id, ...changes });

/** The folders, in an order in which everything can be sent from beginning to end. A test fails where an operation is missing. */
const chapters: Readonly<Record<string, readonly Step[]>> = {
  Renters: [step("addRenter"), step("retrieveRenters"), step("retrieveRenter")],
  Products: [step("createProduct"), step("retrieveProducts"), step("retrieveProduct"), step("updateProduct")],
  Contracts: [
    step("createContract", { example: "The price of a weekend" }),
    step("createContract", { saved: { contract_id: "body.contract.cid" } }),
    step("retrieveContracts"),
    step("createProductFromContract", { saved: { contract_product_id: openEntry } }),
    step("updateContract", { example: "The price of a month more" }),
    step("updateContract", { saved: { contract_product_id: openEntry } }),
    step("retrieveContract"),
    step("deleteProductFromContract"),
  ],
  Renewals: [
    step("createAutomaticRenewal", { saved: { renewal_id: "body.automatic_renewal.arid" } }),
    step("getCurrentAutomaticRenewal"),
    step("getAutomaticRenewalById"),
    step("updateAutomaticRenewal"),
    step("listAutomaticRenewals"),
    step("bulkAutomaticRenewals"),
  ],
  Claims: [
    step("createContract", {
      example: "A week from now on",
      saved: { short_contract_id: "body.contract.cid", short_contract_product_id: openEntry },
    }),
    step("createClaim", { saved: { claim_id: "body.data.id", documents: mandatoryDocuments } }),
    step("updateClaim"),
    step("createClaimLink", { saved: { claim_link_id: "body.data.id" } }),
    step("listClaimLinks"),
    step("revokeClaimLink"),
    step("uploadDocument"),
    step("uploadDocuments", { body: "{{documents}}", saved: { document_id: "body.data[0].id" } }),
    step("getDocument"),
    step("submitClaim"),
    step("getClaim"),
    step("listClaims"),
  ],
  "Claim links": [
    step("createContractClaimLink", { saved: { contract_claim_link_id: "body.data.id" } }),
    step("listContractClaimLinks"),
    step("revokeContractClaimLink"),
  ],
  Statements: [step("listStatements", { saved: { month: "body.statements[0].month" } }), step("getStatement")],
  Events: [step("listEvents", { example: "What happened to a contract", saved: { event_id: "body.events[0].id" } }), step("getEvent")],
  Geo: [step("getCitiesOfFrance"), step("getCitiesByZipcode"), step("getCitiesSuggestions")],
  Sandbox: [
    step("playSandboxMove"),
    step("playSandboxScenario"),
    step("moveSandboxClock", { example: "A month on" }),
    step("getSandboxClock"),
    step("returnSandboxClock"),
    step("reopenSandboxContract"),
  ],
  "At the end": [step("cancelClaim"), step("cancelContract"), step("deleteProduct"), step("resetSandbox")],
};

/** The collection's requests by folder. */
export function collectionFolders(): Folder[] {
  return Object.entries(chapters).map(([name, steps]) => ({ name, requests: steps.map(requestOf) }));
}

/** Variables of moments, in milliseconds from now. Examples are of 2027-01-01, which is now. */
export function momentVariables(): ReadonlyMap<string, number> {
  const texts = endpoints.flatMap(({ examples = [] }) =>
    [...JSON.stringify(examples).matchAll(/"([^"\\]*)"/g)].map(([, text = ""]) => text),
  );
  return new Map(
    texts.flatMap((text) => {
      const fromNow = millisecondsFromNow(text);
      return fromNow === undefined ? [] : [[momentName(fromNow), fromNow] as const];
    }),
  );
}

function requestOf({ id, example, saved = {}, body }: Step): CollectionRequest {
  const endpoint = endpoints.find((each) => each.id === id);
  const found = endpoint?.examples?.find(({ name }) => example === undefined || name === example);
  if (endpoint === undefined || found === undefined) throw new Error(`the operation ${id} has no example ${example ?? ""}`);
  const { params = {}, query = {}, form, body: sent } = withVariables(found);
  const text = body ?? (sent === undefined ? undefined : JSON.stringify(sent, null, 2));
  return {
    endpoint,
    name: example === undefined ? endpoint.summary : `${endpoint.summary}: ${example}`,
    path: endpoint.path.replaceAll(/\{(\w+)\}/g, (_slot, name: string) => params[name] ?? ""),
    query: Object.entries(query).map(([name, value]) => ({ name, value })),
    ...(text !== undefined && { body: text }),
    ...(form && { form }),
    saved,
  };
}

function withVariables(example: Example): Example {
  const text = JSON.stringify(example).replaceAll(/"([^"\\]*)"/g, (token, told: string) => {
    const fromNow = millisecondsFromNow(told);
    const variable = fromNow === undefined ? variables[told] : momentName(fromNow);
    return variable === undefined ? token : `"{{${variable}}}"`;
  });
  return JSON.parse(text) as Example;
}

const exampleMoment = Date.parse("2027-01-01T00:00:00Z");
const hourMs = 3_600_000;

function millisecondsFromNow(text: string): number | undefined {
  const instant = parseInstant(text);
  return instant === undefined ? undefined : instant.getTime() - exampleMoment;
}

/** Such as `in_9_days_8_hours`. */
function momentName(fromNow: number): string {
  if (fromNow === 0) return "now";
  const hours = Math.round(Math.abs(fromNow) / hourMs);
  const told = [
    [Math.floor(hours / 24), "days"],
    [hours % 24, "hours"],
  ].flatMap(([count, unit]) => (count === 0 ? [] : [`${count}_${unit}`]));
  return fromNow > 0 ? `in_${told.join("_")}` : `${told.join("_")}_ago`;
}
