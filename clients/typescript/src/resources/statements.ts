import type { CallOptions, Connection } from "../connection.ts";
import type { Statement, StatementSummary } from "../generated/schema.ts";

/** What a month adds up to: premiums and claims. */
export class Statements {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Every month, newest first. */
  async list(options?: CallOptions): Promise<StatementSummary[]> {
    return (await this.#connection.send("listStatements", {}, options)).statements;
  }

  /** A month such as `2027-01`. */
  async get(month: string, options?: CallOptions): Promise<Statement> {
    return (await this.#connection.send("getStatement", { path: { month } }, options)).statement;
  }
}
