import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import postgres from "postgres";
import { replica, sessionSettings, sql } from "#db/client.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { identify, measureDelay } from "#db/replica.ts";
import { driverHosts } from "#lib/db/address.ts";
import { readBacklog } from "#lib/deliveries/backlog.ts";
import { env } from "#lib/env.ts";
import { hasFile } from "#lib/files/storage.ts";
import { checkMailServer } from "#lib/mail.ts";
import { currentTime } from "#lib/time/clock.ts";
import { withTimeout } from "#lib/time/with-timeout.ts";
import { version } from "#lib/version.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { locked } from "#scripts/admin/explain.ts";
import { table } from "#scripts/admin/text.ts";

/** `wrong` fails the command; `look` is worth a look. */
type Finding = readonly [state: "good" | "look" | "wrong", says: string];

/** Longer than what is asked takes to say that it does not answer. */
const checkMs = 12_000;
const inngestMs = 10_000;
const replicaMs = 5_000;
const sampleSize = 50;
const gigabyte = 1e9;

/** Everything that has to be right around a process, in the order in which one would look. */
const checks: Readonly<Record<string, () => Promise<Finding>>> = {
  release: async () => ["good", `${version.version}, commit ${version.commit ?? "unknown"}`],
  settings: async () => {
    const missing = (["BASE_URL", "SMTP_URL", "METRICS_TOKEN"] as const).filter((name) => env[name] === undefined);
    if (env.BASE_URL?.startsWith("http://") === true && !/^http:\/\/(?:localhost|127\.)/.test(env.BASE_URL)) {
      return ["wrong", "BASE_URL is http://: sessions and keys would cross the network in the clear"];
    }
    return missing.length === 0 ? ["good", "complete"] : ["look", `not set: ${missing.join(", ")}`];
  },
  database: async () => {
    const started = performance.now();
    const [row] = await sql<{ version: string; standby: boolean }[]>`
      select current_setting('server_version') as version, pg_is_in_recovery() as standby`;
    const ms = Math.round(performance.now() - started);
    if (row === undefined || Number.parseInt(row.version, 10) < 15) return ["wrong", `Postgres ${row?.version}, where 15 is the oldest`];
    return row.standby ? ["wrong", "a standby, which takes no writes"] : ["good", `Postgres ${row.version}, answered in ${ms} ms`];
  },
  jit: async () => {
    const [row] = await sql<{ jit: string }[]>`select current_setting('jit') as jit`;
    return row?.jit === "off"
      ? ["good", "off on our connections"]
      : ["wrong", "on: each contract costs twice the CPU; give the role jit = off (docs/operations.md § A pooler)"];
  },
  sessions: async () => {
    const rows = await sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings where name = any(${Object.keys(sessionSettings)}) and name <> 'jit' order by name`;
    const wrong = rows.filter(({ name, setting }) => setting !== String(sessionSettings[name]));
    if (wrong.length === 0) return ["good", "with the settings that ours need"];
    return ["wrong", `${wrong.map(({ name, setting }) => `${name} is ${setting}`).join(", ")} (docs/operations.md § A pooler)`];
  },
  pooler: async () => {
    if (!env.isPooled) return ["good", "none: DATABASE_DIRECT_URL is not set"];
    const url = env.DATABASE_DIRECT_URL;
    // A pooler in transaction mode refuses the settings.
    const direct = postgres(url, { ...driverHosts(url), max: 1, connection: sessionSettings, connect_timeout: 5 });
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
    const [row] = await sql<{ create: boolean; write: boolean }[]>`
      select has_schema_privilege('public', 'create') as create, has_table_privilege('contracts', 'insert, update, delete') as write`;
    if (row?.write !== true) return ["wrong", "this role may not write contracts"];
    if (row.create) return ["good", "may write, and make partitions"];
    return [
      "wrong",
      "this role may make no partitions of new days: it needs CREATE on the schema (docs/operations.md § The database's roles)",
    ];
  },
  migrations: async () => {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from drizzle.__drizzle_migrations`;
    const behind = version.migrations - (row?.count ?? 0);
    if (behind > 0) return ["wrong", `${behind} have not run: start this release once`];
    return behind < 0 ? ["look", `${-behind} are of a later release`] : ["good", `all ${version.migrations}, to ${version.migration}`];
  },
  clock: async () => {
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    const apart = Math.abs((row?.now.getTime() ?? 0) - currentTime().getTime()) / 1000;
    if (apart < 2) return ["good", "as the database's"];
    return ["wrong", `${apart.toFixed(0)} s apart from the database's: have both machines follow NTP`];
  },
  partitions: async () => {
    const rows = await sql<{ table: string; last: string }[]>`
      select p.relname as table, max(right(c.relname, 8)) as last
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where c.relname ~ '_\\d{8}$' group by 1 order by 2`;
    const [first] = rows;
    if (first === undefined) return ["wrong", "there are none"];
    const needed = new Date(currentTime().getTime() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
    const lastDay = first.last.replace(/^(\d{4})(\d\d)/, "$1-$2-");
    if (first.last >= needed) return ["good", `of ${rows.length} tables, to ${lastDay} at least`];
    return ["wrong", `of ${first.table} they end with ${lastDay}: does any instance run the job maintain? (docs/jobs.md)`];
  },
  jobs: async () => {
    const [row] = await sql<{ late: number }[]>`
      select count(*)::int as late from (
        select from contracts where due_at < ${new Date(currentTime().getTime() - 300_000)} and status = 'open' limit 1000) due`;
    const { due, oldestSeconds } = await readBacklog(currentTime());
    if ((row?.late ?? 0) > 0) return ["wrong", `${row?.late} contracts should have ended five minutes ago: does any instance run jobs?`];
    return [oldestSeconds > 120 ? "wrong" : "good", `${due} deliveries due, the oldest for ${Math.round(oldestSeconds)} s`];
  },
  documents: async () => {
    const rows = await sql<{ storageKey: string }[]>`
      select storage_key as "storageKey" from claim_documents where replaced_at is null order by random() limit ${sampleSize}`;
    const found = await Promise.all(rows.map(({ storageKey }) => hasFile(storageKey)));
    const lost = found.filter((isThere) => !isThere).length;
    const place = env.STORAGE_BUCKET === undefined ? `${env.DATA_DIR}/documents` : `the bucket ${env.STORAGE_BUCKET}`;
    if (lost === 0) return ["good", `a sample of ${rows.length} is in ${place}`];
    return [
      "wrong",
      `${lost} of ${rows.length} are not in ${place}: bring them back from its backup (\`npm run admin -- stray-files\` names all)`,
    ];
  },
  mail: async () => {
    return (await checkMailServer()) === undefined ? ["look", "none: SMTP_URL is not set"] : ["good", "the server takes our messages"];
  },
  inngest: async () => {
    if (!env.JOB_RUNNER.includes("inngest")) return ["good", "not used: jobs are embedded"];
    const address = env.INNGEST_BASE_URL ?? "https://inn.gs";
    const { status } = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(inngestMs) });
    return [status < 500 ? "good" : "wrong", `${new URL(address).host} answers ${status}`];
  },
  disk: async () => {
    const places = await Promise.all([env.DATA_DIR, tmpdir()].map(measureSpace));
    const full = places.filter(({ free, share }) => free < gigabyte || share < 0.05);
    const says = (full.length > 0 ? full : places).map(({ directory, free }) => `${(free / gigabyte).toFixed(1)} GB free at ${directory}`);
    return full.length === 0 ? ["good", says.join(", ")] : ["wrong", `${says.join(", ")}: uploads fail without space; make some`];
  },
};

/** Examines this installation; refused after its findings are printed where something is wrong. */
export async function examine(print: (answer: Answer) => void): Promise<void> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, look]) => [name, await withTimeout(checkMs, look()).catch(explainFailure(name))] as const),
  );
  print({
    data: Object.fromEntries(found.map(([name, [state, says]]) => [name, { state, says }])),
    text: table(found.map(([name, [state, says]]) => [state === "good" ? "  " : state, name, says])),
  });
  const wrong = found.filter(([, [state]]) => state === "wrong").map(([name]) => name);
  if (wrong.length > 0) throw new SetupError(`Something is wrong: ${wrong.join(", ")}.`);
}

async function measureSpace(directory: string): Promise<{ directory: string; free: number; share: number }> {
  const { bavail, bsize, blocks } = await statfs(directory);
  return { directory, free: bavail * bsize, share: bavail / blocks };
}

/** The setting that says where a check asks. */
const settingOf: Readonly<Record<string, string>> = {
  pooler: "DATABASE_DIRECT_URL",
  replica: "DATABASE_REPLICA_URL",
  documents: env.STORAGE_BUCKET === undefined ? "DATA_DIR" : "STORAGE_BUCKET",
  mail: "SMTP_URL",
  inngest: "INNGEST_BASE_URL",
};

function explainFailure(name: string): (error: unknown) => Finding {
  return (error) => {
    if (error instanceof postgres.PostgresError && error.code === "55P03") return ["wrong", locked];
    const setting = settingOf[name];
    return ["wrong", `${setting === undefined ? "" : `${setting}: `}${reasonOf(error)}`];
  };
}

/** `fetch` says only that it failed, and wraps why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "fetch failed" && error.cause instanceof Error ? error.cause.message : error.message;
}
