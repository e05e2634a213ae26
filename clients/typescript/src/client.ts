import { servedFrom } from "./address.ts";
import { Connection } from "./connection.ts";
import { CovergateError } from "./error.ts";
import { errors } from "./generated/api.ts";
import { Claims } from "./resources/claims.ts";
import { Contracts } from "./resources/contracts.ts";
import { Events } from "./resources/events.ts";
import { Products } from "./resources/products.ts";
import { Renewals } from "./resources/renewals.ts";
import { Geo, Renters } from "./resources/renters-and-geo.ts";
import { Sandbox } from "./resources/sandbox.ts";
import { Statements } from "./resources/statements.ts";
import { webhooks } from "./webhooks.ts";

export interface CovergateOptions {
  /** The key of one environment; by default that of COVERGATE_API_KEY. */
  apiKey?: string | undefined;
  /** The address of Covergate, with or without `/v2`; by default that of COVERGATE_BASE_URL, else the one that served this package. */
  baseUrl?: string | undefined;
  /** How long one attempt may take; by default 30 seconds. */
  timeoutMs?: number | undefined;
  /** How often a call is sent again where that may help: no connection, too many requests, a failure of the API; by default 3. */
  maxRetries?: number | undefined;
  /** The function that sends requests, such as one for a proxy; by default the runtime's `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** The API of Covergate. One client serves a whole program. */
export class Covergate {
  readonly contracts: Contracts;
  readonly renewals: Renewals;
  readonly products: Products;
  readonly claims: Claims;
  readonly renters: Renters;
  readonly geo: Geo;
  readonly events: Events;
  readonly statements: Statements;
  readonly sandbox: Sandbox;
  readonly webhooks: typeof webhooks = webhooks;

  constructor({ apiKey, baseUrl, timeoutMs = 30_000, maxRetries = 3, fetch }: CovergateOptions = {}) {
    const key = filled(apiKey) ?? fromEnvironment("COVERGATE_API_KEY");
    if (key === undefined) {
      const { code, cure } = errors.MISSING_API_KEY;
      throw new CovergateError("MISSING_API_KEY", "give an apiKey, or set COVERGATE_API_KEY", { code, cure });
    }
    const address = filled(baseUrl) ?? fromEnvironment("COVERGATE_BASE_URL") ?? servedFrom;
    const connection = new Connection({ apiKey: key, baseUrl: `${address.replace(/\/+(v2\/*)?$/, "")}/v2`, timeoutMs, maxRetries, fetch });
    this.contracts = new Contracts(connection);
    this.renewals = new Renewals(connection);
    this.products = new Products(connection);
    this.claims = new Claims(connection);
    this.renters = new Renters(connection);
    this.geo = new Geo(connection);
    this.events = new Events(connection);
    this.statements = new Statements(connection);
    this.sandbox = new Sandbox(connection);
  }
}

function fromEnvironment(name: string): string | undefined {
  return typeof process === "undefined" ? undefined : filled(process.env[name]);
}

/** An empty setting is none. One from a file often ends in a line feed. */
function filled(setting: string | undefined): string | undefined {
  const text = setting?.trim();
  return text === "" ? undefined : text;
}
