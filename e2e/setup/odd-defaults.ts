import postgres from "postgres";

/** Defaults that a database or a role may have for other programs; our sessions must override them (db/connection-parameters.ts). */
const oddDefaults = {
  DateStyle: "'SQL, DMY'",
  IntervalStyle: "sql_standard",
  TimeZone: "'Pacific/Chatham'",
  bytea_output: "escape",
  standard_conforming_strings: "off",
  extra_float_digits: "-10",
  client_encoding: "LATIN1",
  default_transaction_isolation: "serializable",
  default_transaction_read_only: "on",
  search_path: "nowhere",
  "pg_trgm.similarity_threshold": "1",
  lock_timeout: "1",
  statement_timeout: "20",
  idle_in_transaction_session_timeout: "20",
  idle_session_timeout: "20",
};

/** Gives a database the oddest defaults that it can have. */
export async function setOddDefaults(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const name = new URL(url).pathname.slice(1);
  const lines = Object.entries(oddDefaults).map(([parameter, value]) => `alter database ${name} set ${parameter} = ${value}`);
  await sql.unsafe(lines.join(";"));
  await sql.end();
}
