import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { is } from "drizzle-orm";
import { PgTable, getTableConfig } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { replica, sql } from "#db/client.ts";
import { sessionParameters } from "#db/connection-parameters.ts";
import { dayOf, listPartitions, partitionedTableNames, planPartition, spellDay } from "#db/partitions.ts";
import type { Partition } from "#db/partitions.ts";
import { identify, measureDelay } from "#db/replica.ts";
import { readBacklog } from "#lib/delivery/deliveries/overview.ts";
import { readRepair } from "#lib/developer/search/index-things.ts";
import { readLedgerCheck } from "#lib/insurance/statements/repair.ts";
import { driverHosts } from "#lib/platform/database/address.ts";
import { env } from "#lib/platform/env.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { version } from "#lib/platform/version.ts";
import { commonErrors, errorOf } from "#scripts/admin/explain.ts";

/** `wrong` fails the command; `look` is worth a look. */
export type Finding = readonly [state: "good" | "look" | "wrong", says: string];

export type Checks = Readonly<Record<string, () => Promise<Finding>>>;

/** The setting that says where a check asks. */
const settingOf: Readonly<Record<string, string>> = {
  pooler: "DATABASE_DIRECT_URL",
  replica: "DATABASE_REPLICA_URL",
  documents: env.STORAGE_BUCKET === undefined ? "DATA_DIR" : "STORAGE_BUCKET",
  mail: "SMTP_URL",
  inngest: "INNGEST_BASE_URL",
  "sign-in": "OIDC_ISSUER",
  webhooks: "WEBHOOK_PROXY",
};

export function explainError(name: string): (error: unknown) => Finding {
  return (error) => {
    const fault = commonErrors[errorOf(error).code];
    if (fault !== undefined) return ["wrong", fault];
    const setting = settingOf[name];
    return ["wrong", `${setting === undefined ? "" : `${setting}: `}${reasonOf(error)}`];
  };
}

/** `fetch` says only that it failed, and wraps why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "fetch failed" && error.cause instanceof Error ? error.cause.message : error.message;
}

const replicaMs = 5_000;
/** After today: the job maintain makes more, and has these to make them again. */
const daysNeeded = 2;

/** More changes than a minute of a busy installation makes. */
const manyMarks = 10_000;

const lateCheckMs = 2 * 86_400_000;

const auditTriggers = ["audit_entries_append_only", "audit_entries_not_truncated"];

/** By their source in `pg_settings`. */
const placesOfSettings: Readonly<Record<string, string>> = {
  user: "for this role",
  database: "for this database",
  "database user": "for this role in this database",
  "configuration file": "in the server's configuration",
};

/** The database, the session that we get there, and what it holds. */
export const databaseChecks: Checks = {
  database: async () => {
    const started = performance.now();
    const [row] = await sql<{ version: string; standby: boolean }[]>`
      select current_setting('server_version') as version, pg_is_in_recovery() as standby`;
    const ms = Math.round(performance.now() - started);
    if (row === undefined || Number.parseInt(row.version, 10) < 15) return ["wrong", `Postgres ${row?.version}, where 15 is the oldest`];
    return row.standby ? ["wrong", "a standby, which takes no writes"] : ["good", `Postgres ${row.version}, answered in ${ms} ms`];
  },
  encoding: async () => {
    const [row] = await sql<{ encoding: string }[]>`select current_setting('server_encoding') as encoding`;
    return row?.encoding === "UTF8"
      ? ["good", "UTF8"]
      : [
          "wrong",
          `${row?.encoding}: accented names are not compared as people read them; move to a database with UTF8 (docs/operations/database.md)`,
        ];
  },
  search: async () => {
    const repair = await readRepair();
    const [row] = await sql<{ marks: number }[]>`select count(*)::int as marks from (select from search_marks limit ${manyMarks}) marked`;
    if (repair?.finishedAt === null) {
      return ["look", `entries are being written: ${repair.kind} after ${repair.entries} entries; until then some things are not found`];
    }
    return row?.marks === manyMarks
      ? ["look", `${manyMarks} or more changes are not found yet: see that the job index-search runs`]
      : ["good", `${row?.marks} changes are not found yet`];
  },
  jit: async () => {
    const [row] = await sql<{ jit: string }[]>`select current_setting('jit') as jit`;
    return row?.jit === "off"
      ? ["good", "off on our connections"]
      : ["wrong", "on: each contract costs twice the CPU; give the role jit = off (docs/operations/pooler.md)"];
  },
  sessions: async () => {
    const rows = await sql<{ name: string; setting: string }[]>`select name, setting from pg_settings`;
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    // A parameter of an extension is listed once the session has used it.
    const others = Object.entries(sessionParameters).filter(
      ([name, needed]) => name !== "jit" && (settings.get(name) ?? needed) !== needed,
    );
    if (others.length > 0) {
      const says = others.map(([name, needed]) => `${name} is ${settings.get(name)}, not ${needed}`);
      return ["wrong", `${says.join("; ")} (docs/operations/pooler.md)`];
    }
    const losesCommits = settings.get("synchronous_commit") === "off";
    if (losesCommits && replica !== undefined) {
      return ["wrong", "synchronous_commit is off: reads of the replica miss what was just written, and a crash loses it"];
    }
    // Postgres knows it from 17 on, and older ones refuse to start a session with it.
    const timeout = settings.get("transaction_timeout") ?? "0";
    const unusual = [
      ...(losesCommits ? ["synchronous_commit is off: a crash of the database loses contracts that were answered"] : []),
      ...(timeout === "0" ? [] : [`transaction_timeout is ${timeout} ms: it ends transactions that may take long, such as those of jobs`]),
    ];
    return unusual.length === 0 ? ["good", "with the settings that ours need"] : ["look", unusual.join("; ")];
  },
  pooler: async () => {
    if (!env.isPooled) return ["good", "none: DATABASE_DIRECT_URL is not set"];
    if (await losesPreparedStatements()) {
      return [
        "wrong",
        "the pooler loses prepared statements between transactions: PgBouncer needs 1.21 or newer and max_prepared_statements",
      ];
    }
    const url = env.DATABASE_DIRECT_URL;
    // A pooler in transaction mode refuses the settings.
    const direct = postgres(url, { ...driverHosts(url), max: 1, connection: sessionParameters, connect_timeout: 5 });
    try {
      return (await identify(direct)) === (await identify(sql))
        ? ["good", "DATABASE_DIRECT_URL is the server behind DATABASE_URL"]
        : ["wrong", "DATABASE_DIRECT_URL and DATABASE_URL are different databases"];
    } finally {
      await direct.end({ timeout: 1 });
    }
  },
  replica: async () => {
    if (replica === undefined) return ["good", "none: DATABASE_REPLICA_URL is not set beside a DATABASE_URL"];
    if ((await identify(replica)) !== (await identify(sql))) return ["wrong", "DATABASE_REPLICA_URL is another database than DATABASE_URL"];
    const [row] = await replica<{ follows: boolean }[]>`select pg_is_in_recovery() as follows`;
    if (row?.follows !== true) return ["wrong", "the server at DATABASE_REPLICA_URL follows none: lists read from the primary"];
    const behindMs = await measureDelay(replica, replicaMs);
    return behindMs === undefined
      ? ["wrong", `more than ${replicaMs / 1000} s behind: lists read from the primary`]
      : ["good", `it follows, ${behindMs} ms behind`];
  },
  rights: async () => {
    const [row] = await sql<{ create: boolean; write: boolean; isReadOnly: boolean }[]>`
      select has_schema_privilege('public', 'create') as create, has_table_privilege('contracts', 'insert, update, delete') as write,
        current_setting('transaction_read_only') = 'on' and not pg_is_in_recovery() as "isReadOnly"`;
    if (row?.write !== true) return ["wrong", "this role may not write contracts"];
    const place = await placeOfReadOnly();
    if (place !== undefined) {
      const effect = row.isReadOnly ? "every write is refused" : "Covergate writes all the same";
      return [
        row.isReadOnly ? "wrong" : "look",
        `${effect}: default_transaction_read_only is on ${place}; managed services set it on a nearly full disk, so look at that first`,
      ];
    }
    if (row.create) return ["good", "may write, and make partitions"];
    return ["wrong", "this role may make no partitions of new weeks: it needs CREATE on the schema (docs/operations/database.md)"];
  },
  migrations: async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from drizzle.__drizzle_migrations where created_at >= ${version.firstMigration}`;
    const behind = version.migrations - (row?.count ?? 0);
    if (behind > 0) return ["wrong", `${behind} have not run: start this release once`];
    return behind < 0 ? ["look", `${-behind} are of a later release`] : ["good", `all ${version.migrations}, to ${version.migration}`];
  },
  indexes: async () => {
    const names = await listIndexes();
    const rows = await sql<{ name: string; isMissing: boolean }[]>`
      select name, c.oid is null as "isMissing" from (
        select unnest(${names}::text[]) as name
        union select indexrelid::regclass::text from pg_index where not indisvalid and indrelid::regclass::text not like 'pg_%'
      ) named left join pg_class c on c.relname = name and c.relkind in ('i', 'I')
      left join pg_index i on i.indexrelid = c.oid where i.indisvalid is not true order by name`;
    if (rows.length === 0) return ["good", `all ${names.length}`];
    const says = rows.map(({ name, isMissing }) => `${name} is ${isMissing ? "missing" : "invalid"}`);
    return ["wrong", `${says.join(", ")}: lists are slow or duplicates possible; create it again (docs/operations/troubleshooting.md)`];
  },
  clock: async () => {
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    const apart = Math.abs((row?.now.getTime() ?? 0) - currentTime().getTime()) / 1000;
    if (apart < 2) return ["good", "as the database's"];
    return ["wrong", `${apart.toFixed(0)} s apart from the database's: have both machines follow NTP`];
  },
  partitions: async () => {
    const tables = await Promise.all(
      partitionedTableNames.map(async (table) => {
        const partitions = await listPartitions(sql, table);
        return { table, day: firstDayWithout(partitions), partitions };
      }),
    );
    const missing = tables.filter(({ day }) => day <= dayOf(currentTime()) + daysNeeded);
    const lastDay = Math.min(...tables.map(({ day }) => day)) - 1;
    if (missing.length === 0) return ["good", `of ${tables.length} tables, to ${spellDay(lastDay)} at least`];
    const taken = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relname = any(${missing.map(({ table, day, partitions }) => planPartition(table, partitions, day).name)}) order by 1`;
    const says = missing.map(({ table, day }) => `${table} has none of ${spellDay(day)}`).join(", ");
    if (taken.length === 0) return ["wrong", `${says}: does any instance run the job maintain? (docs/jobs.md)`];
    return ["wrong", `${says}: ${taken.map(({ name }) => name).join(", ")} is detached; rename it, and the job maintain makes another`];
  },
  audit: async () => {
    const rows = await sql<{ name: string }[]>`
      select name from unnest(${auditTriggers}::text[]) name where not exists (
        select from pg_trigger where tgrelid = 'audit_entries'::regclass and tgname = name and tgenabled in ('O', 'A')) order by name`;
    if (rows.length === 0) return ["good", "append-only"];
    return ["wrong", `entries can be changed or removed: the trigger ${rows.map(({ name }) => name).join(", ")} is missing or disabled`];
  },
  jobs: async () => {
    const [row] = await sql<{ late: number }[]>`
      select count(*)::int as late from (
        select from contracts where due_at < ${new Date(currentTime().getTime() - 300_000)} and status = 'open' limit 1000) due`;
    const { due, oldestSeconds } = await readBacklog(currentTime());
    if ((row?.late ?? 0) > 0) return ["wrong", `${row?.late} contracts should have ended five minutes ago: does any instance run jobs?`];
    return [oldestSeconds > 120 ? "wrong" : "good", `${due} deliveries due, the oldest for ${Math.round(oldestSeconds)} s`];
  },
  ledger: async () => {
    const check = await readLedgerCheck();
    if (check === undefined) return ["good", "not compared with the prices of contracts yet: the job statement-repair does once a day"];
    const { startedAt, mismatches, repaired } = check;
    if ((mismatches ?? 0) > 0) {
      return [
        "wrong",
        `the entries of ${mismatches} contracts do not add up to their prices: \`bin/covergate admin statement mismatches\` names them`,
      ];
    }
    if (currentTime().getTime() - startedAt.getTime() > lateCheckMs) {
      return ["wrong", `last compared at ${startedAt.toISOString()}: does any instance run the job statement-repair?`];
    }
    return ["good", `compared at ${startedAt.toISOString()}, with ${repaired} contracts repaired`];
  },
};

/** The indexes and unique constraints of the schema, by name. */
async function listIndexes(): Promise<string[]> {
  const directory = join(import.meta.dirname, "../../db/schema");
  const modules = await Promise.all(
    readdirSync(directory)
      .filter((name) => name.endsWith(".ts"))
      .map(async (name) => (await import(pathToFileURL(join(directory, name)).href)) as Record<string, unknown>),
  );
  const tables = modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)));
  return tables.flatMap((table) => {
    const { indexes, uniqueConstraints } = getTableConfig(table);
    return [...indexes.map(({ config }) => config.name), ...uniqueConstraints.map((unique) => unique.name)].filter(
      (name) => name !== undefined,
    );
  });
}

/**
 * True if a client's next transaction may get a session without its prepared statements. A pooler that tracks them gives statements
 * names of its own, such as PGBOUNCER_1; those of the driver are small letters and digits.
 */
async function losesPreparedStatements(): Promise<boolean> {
  const options = { ...driverHosts(env.DATABASE_URL), max: 1, connect_timeout: 5 };
  const [client, other] = [postgres(env.DATABASE_URL, options), postgres(env.DATABASE_URL, options)];
  const look = async () => {
    const rows = await client<{ pid: number; isOwn: boolean }[]>`
      select pg_backend_pid() as pid, coalesce(bool_or(name ~ '^[a-z0-9]+$'), false) as "isOwn" from pg_prepared_statements`;
    return rows[0];
  };
  try {
    const before = await look();
    // It takes the session that was free last, so that the client's next transaction gets another one.
    const after = await other.begin(async (tx) => {
      await tx`select 1`;
      return look();
    });
    return before?.pid !== after?.pid && before?.isOwn === true;
  } finally {
    await Promise.all([client.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

/** Returns the place of a default that makes transactions read-only; asked on a session without our settings. */
async function placeOfReadOnly(): Promise<string | undefined> {
  const path = env.isPooled ? "" : (env.DATABASE_SOCKET ?? "");
  const plain = postgres(env.DATABASE_DIRECT_URL, { ...driverHosts(env.DATABASE_DIRECT_URL), path, max: 1, connect_timeout: 5 });
  try {
    const [row] = await plain<{ setting: string; source: string }[]>`
      select setting, source from pg_settings where name = 'default_transaction_read_only'`;
    return row?.setting === "on" ? (placesOfSettings[row.source] ?? `(source: ${row.source})`) : undefined;
  } finally {
    await plain.end({ timeout: 1 });
  }
}

/** From today on, counted from 1970. */
function firstDayWithout(partitions: readonly Partition[]): number {
  let day = dayOf(currentTime());
  for (const { from, to } of partitions) if (from <= day && day < to) day = to;
  return day;
}
