import type { Example } from "#lib/platform/wire/endpoint.ts";

interface Syntax {
  object: readonly [open: string, close: string];
  /** The space inside brackets on one line. */
  space: string;
  key(name: string): string;
  text(value: string): string;
  words: { true: string; false: string; null: string };
  indent: string;
}

const ofJson = (value: string) => JSON.stringify(value);

const ofPhp = (value: string) => `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const syntaxes = {
  typescript: {
    object: ["{", "}"],
    space: " ",
    key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : ofJson(name)}: `,
    text: ofJson,
    words: { true: "true", false: "false", null: "null" },
    indent: "  ",
  },
  php: {
    object: ["[", "]"],
    space: "",
    key: (name) => `${ofPhp(name)} => `,
    text: ofPhp,
    words: { true: "true", false: "false", null: "null" },
    indent: "    ",
  },
  python: {
    object: ["{", "}"],
    space: "",
    key: (name) => `${ofJson(name)}: `,
    text: ofJson,
    words: { true: "True", false: "False", null: "None" },
    indent: "    ",
  },
} as const satisfies Record<string, Syntax>;

/** An example as a call of a client library. The three languages share it, each in its own case. */
export interface ClientCall {
  /** `resource.method`, in camel case. */
  method: string;
  /** Positional arguments: identifiers, then the body. */
  given: unknown[];
  /** The query where it is one argument; absent for other methods. */
  filters?: Record<string, unknown>;
  /** True for a list that is read to its end. */
  isLoop: boolean;
  /** The number of items to read, if not all. */
  take?: number;
  /** Named arguments: `preview`, `autoSubmit`. */
  options: Record<string, unknown>;
  /** The variable for the result; undefined if there is none. */
  result?: string;
}

interface Library {
  method: string;
  result?: string;
  isList?: boolean;
  /** True if the query is one argument, as for lists. */
  hasFilters?: boolean;
  /** Set if the arguments are more than the path's identifiers and the body. */
  given?: (params: Record<string, string>, example: Example) => unknown[];
}

/** The method of each operation in the client libraries (rules/access.md#clients-2). */
const library: Record<string, Library> = {
  retrieveContracts: { method: "contracts.list", result: "contract", isList: true },
  createContract: { method: "contracts.create", result: "contract" },
  retrieveContract: { method: "contracts.get", result: "contract" },
  updateContract: { method: "contracts.update", result: "contract" },
  cancelContract: { method: "contracts.end", result: "contract" },
  createProductFromContract: { method: "contracts.addProducts", result: "contract" },
  deleteProductFromContract: { method: "contracts.removeProducts", result: "contract" },
  createAutomaticRenewal: { method: "renewals.create", result: "renewal" },
  updateAutomaticRenewal: { method: "renewals.update", result: "renewal" },
  getAutomaticRenewalById: { method: "renewals.get", result: "renewal" },
  getCurrentAutomaticRenewal: { method: "renewals.current", result: "renewal" },
  listAutomaticRenewals: { method: "renewals.list", result: "renewals" },
  bulkAutomaticRenewals: { method: "renewals.bulk", result: "renewals" },
  retrieveProducts: { method: "products.list", result: "product", isList: true },
  createProduct: { method: "products.create", result: "product" },
  retrieveProduct: { method: "products.get", result: "product" },
  updateProduct: { method: "products.update", result: "product" },
  deleteProduct: { method: "products.delete" },
  retrieveRenters: { method: "renters.list", result: "uids" },
  addRenter: { method: "renters.add", given: (_params, { body }) => [fieldOf(body, "renter_id")] },
  retrieveRenter: { method: "renters.get", result: "renter" },
  getCitiesOfFrance: { method: "geo.cities", result: "cities" },
  getCitiesByZipcode: { method: "geo.cities", result: "cities", given: ({ zipcode, country }) => [zipcode, country] },
  getCitiesSuggestions: { method: "geo.suggestions", result: "cities", given: ({ zipcode, country }) => [zipcode, country] },
  listEvents: { method: "events.list", result: "event", isList: true },
  getEvent: { method: "events.get", result: "event" },
  listClaims: { method: "claims.list", result: "claim", isList: true },
  readClaimRequirements: { method: "claims.requirements", result: "requirements", hasFilters: true },
  createClaim: { method: "claims.create", result: "claim" },
  getClaim: { method: "claims.get", result: "claim" },
  updateClaim: { method: "claims.update", result: "claim" },
  cancelClaim: { method: "claims.cancel", result: "claim" },
  createClaimLink: { method: "claims.links.create", result: "link" },
  listClaimLinks: { method: "claims.links.list", result: "links" },
  revokeClaimLink: { method: "claims.links.revoke", result: "link" },
  createContractClaimLink: { method: "contracts.createClaimLink", result: "link" },
  listContractClaimLinks: { method: "contracts.listClaimLinks", result: "links" },
  revokeContractClaimLink: { method: "contracts.revokeClaimLink", result: "link" },
  submitClaim: { method: "claims.submit", result: "claim" },
  uploadDocument: { method: "claims.documents.upload", result: "upload", given: ({ id }, { form }) => [id, form] },
  uploadDocuments: {
    method: "claims.documents.upload",
    result: "upload",
    given: ({ id }, { body }) => [
      id,
      (body as Record<string, string>[]).map(({ type, title, filename }) => ({ type, title, file: filename })),
    ],
  },
  getDocument: { method: "claims.documents.get", result: "document" },
  listStatements: { method: "statements.list", result: "statements" },
  getStatement: { method: "statements.get", result: "statement" },
  getSandboxClock: { method: "sandbox.clock", result: "clock" },
  moveSandboxClock: { method: "sandbox.moveClock", result: "clock" },
  returnSandboxClock: { method: "sandbox.returnClock", result: "clock" },
  playSandboxMove: { method: "sandbox.play", result: "claim" },
  playSandboxScenario: { method: "sandbox.playScenario", result: "scenario", given: ({ id }, { body }) => [id, fieldOf(body, "name")] },
  reopenSandboxContract: { method: "sandbox.reopenContract", result: "contract" },
  resetSandbox: { method: "sandbox.reset", given: (_params, { body }) => [fieldOf(body, "confirm")] },
};

/** The library call for an operation's example; throws if the libraries lack the operation. */
export function clientCall(id: string, example: Example): ClientCall {
  const entry = library[id];
  if (entry === undefined) throw new Error(`components/docs/samples/client-calls.ts does not say how the client libraries call ${id}`);
  const { method, given: args, isList = false, hasFilters = false, ...rest } = entry;
  const { params = {}, query = {}, body } = example;
  const typed = Object.fromEntries(Object.entries(query).map(([name, value]) => [name === "offset" ? "skip" : name, typedOf(value)]));
  const inOrder = args?.(params, example) ?? [...Object.values(params), ...(body === undefined ? [] : [body])];
  const call = { ...rest, method, given: inOrder, isLoop: false, options: {} };
  const { limit, after, ...filters } = typed;
  // Reads on, oldest first, where a list would end with its page.
  if (id === "listEvents" && after !== undefined && filters["before"] === undefined) {
    return { ...call, method: "events.since", given: [after], filters, isLoop: true };
  }
  // The libraries' `limit` is a page size, so a loop would continue past it.
  if (isList && typeof limit === "number") return { ...call, result: `${rest.result}s`, filters: typed, take: limit };
  if (isList) return { ...call, filters: typed, isLoop: true };
  if (hasFilters) return { ...call, filters: typed };
  // A separate method makes clear that nothing is created.
  if (id === "createContract" && typed["preview"] === true) return { ...call, method: "contracts.preview" };
  return { ...call, options: typed };
}

function fieldOf(body: unknown, name: string): unknown {
  return (body as Record<string, unknown>)[name];
}

/** Converts a query's text to the type that the libraries expect. */
function typedOf(value: string): string | number | boolean {
  if (value === "true" || value === "false") return value === "true";
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** A JSON value as a literal of a language, on one line if it has at most `length` signs, otherwise one line per entry. */
export function literal(value: unknown, language: keyof typeof syntaxes, length = 60, depth = 0): string {
  const syntax: Syntax = syntaxes[language];
  if (typeof value === "string") return syntax.text(value);
  if (typeof value === "boolean") return syntax.words[value ? "true" : "false"];
  if (typeof value !== "object") return JSON.stringify(value);
  if (value === null) return syntax.words.null;
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : syntax.object;
  const write = (inner: unknown) => literal(inner, language, length, depth + 1);
  const entries = isList ? value.map(write) : Object.entries(value).map(([name, inner]) => syntax.key(name) + write(inner));
  const short = entries.join(", ");
  const space = isList ? "" : syntax.space;
  if (entries.length === 0) return open + close;
  if (short.length <= length && !short.includes("\n")) return open + space + short + space + close;
  const indent = syntax.indent.repeat(depth + 1);
  return `${open}\n${entries.map((entry) => `${indent}${entry},\n`).join("")}${syntax.indent.repeat(depth)}${close}`;
}
