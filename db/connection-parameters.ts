/**
 * Settings that each of our connections sends in its start-up packet, so that neither the defaults of a database nor those of a role
 * change what we read and write, and a Postgres needs no tuning (docs/operations/database.md). Texts, since the driver drops a 0.
 */

/** The settings that every PgBouncer keeps for each of its clients, too. */
const reportedParameters = {
  client_encoding: "UTF8",
  DateStyle: "ISO, MDY",
  TimeZone: "UTC",
  standard_conforming_strings: "on",
};

/** The settings of every connection, including migrations. */
export const connectionParameters: Readonly<Record<string, string>> = {
  ...reportedParameters,
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  search_path: "public",
  "pg_trgm.similarity_threshold": "0.3",
  // The caller's deadline ends a statement (db/deadline.ts); those of jobs and migrations may take long.
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  // Compiling a plan takes longer than a statement of ours.
  jit: "off",
  // A search ends before other processes of Postgres could help it.
  parallel_setup_cost: "10000",
  // SSDs have no heads to move: at the stock price of random pages a list would rather read all rows of its environment than those of its
  // filter by their index.
  random_page_cost: "1.1",
};

/**
 * A transaction whose process is frozen or gone ends; statements that wait for its locks wait longer, and less long than a database that is
 * taken for silent (db/lost-connections.ts).
 */
export const sessionParameters: Readonly<Record<string, string>> = {
  ...connectionParameters,
  idle_in_transaction_session_timeout: "7000",
  lock_timeout: "9000",
};

/** Behind a pooler, which gives each transaction another session, the role has the others (docs/operations/pooler.md). */
export const pooledParameters: Readonly<Record<string, string>> = reportedParameters;

/** How soon, on an idle connection, either side notices that the other's machine is gone; and the server on one that it sends to. */
export const keepAliveSeconds = 10;
export const keepAliveParameters = {
  tcp_keepalives_idle: String(keepAliveSeconds),
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "20000",
};

/** The name by which the connections of an instance show in `pg_stat_activity`. */
export const nameOfInstances = "covergate";
