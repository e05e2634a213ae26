import { fillPlaceholders, SQL, sql } from "drizzle-orm";
import type { Query } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/** A common table expression that writes rows. They are one parameter of JSON, so that its text is always the same. */
export interface Part {
  name: string;
  /** Called once in the life of a process. */
  write: (json: SQL) => SQL;
  json: string;
}

const dialect = new PgDialect();
const written = new Map<string, Query>();

/** A whole statement that is written already. It cannot be a part of another one. */
class WrittenStatement extends SQL {
  readonly #query: Query;

  constructor(query: Query) {
    super([]);
    this.#query = query;
  }

  override toQuery(): Query {
    return this.#query;
  }
}

/**
 * A statement whose text depends on its name alone, with values for its placeholders. Writing the text of a creation anew each time took a
 * tenth of its CPU in Node.
 */
export function constantStatement(name: string, write: () => SQL, values: Record<string, unknown>): SQL {
  let query = written.get(name);
  if (query === undefined) {
    query = dialect.sqlToQuery(write());
    written.set(name, query);
  }
  return new WrittenStatement({ sql: query.sql, params: fillPlaceholders(query.params, values) });
}

/** The statement that executes parts together. */
export function partsStatement(parts: readonly Part[]): SQL {
  return constantStatement(nameOf(parts), () => sql`with ${expressionsOf(parts)} select`, jsonOfParts(parts));
}

/** Names a statement by its parts, each of which has the same text wherever it is used. */
export function nameOf(parts: readonly Part[]): string {
  return parts.map(({ name }) => name).join();
}

/** The list of common table expressions. */
export function expressionsOf(parts: readonly Part[]): SQL {
  const expressions = parts.map(({ name, write }) => sql`${sql.raw(name)} as (${write(sql`${sql.placeholder(name)}`)})`);
  return sql.join(expressions, sql`, `);
}

/** The values of the placeholders. */
export function jsonOfParts(parts: readonly Part[]): Record<string, string> {
  return Object.fromEntries(parts.map(({ name, json }) => [name, json]));
}
