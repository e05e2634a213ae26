import type { CallOptions, Connection } from "../connection.ts";
import type { Statement, StatementSummary } from "../generated/schema.ts";
import type { ApiPromise } from "../response.ts";

/** The statements of the months: premiums and claims. */
export class Statements {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Every month, newest first. @example await covergate.statements.list(); */
  list(options?: CallOptions): ApiPromise<StatementSummary[]> {
    return this.#connection.send("listStatements", {}, options).pick("statements");
  }

  /** A month such as `2027-01`. @example await covergate.statements.get("2027-01"); */
  get(month: string, options?: CallOptions): ApiPromise<Statement> {
    return this.#connection.send("getStatement", { path: { month } }, options).pick("statement");
  }
}
