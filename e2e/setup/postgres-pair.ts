import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";

/** The role of the instances' connections, as opposed to those of the tests themselves. */
export const nameOfInstances = "instance";

const pollMs = 20;

export type Server = "primary" | "standby";

/** A primary and a standby that follows it. */
export interface PostgresPair {
  primary: { port: number };
  standby: { port: number };
  /** Returns the address of the servers at these ports of the loopback interface. */
  urlOf(...ports: number[]): string;
  /** Looks at the standby from beside. */
  look: postgres.Sql;
  /** Sends a signal to every process of a server. */
  signal(server: Server, name: NodeJS.Signals): void;
  /** Makes the standby the primary. */
  promote(): Promise<postgres.Sql>;
  /** Starts the primary again after it has ended by itself; nothing if it runs. */
  restart(): Promise<void>;
  /** Stops both. */
  close(): Promise<void>;
}

/** Starts both with their data in these directories, and migrates; commits wait for the standby unless it is `asynchronous`. */
export async function startPostgresPair(first: string, second: string, { asynchronous = false } = {}): Promise<PostgresPair> {
  const primary = await reserveEmbeddedPostgres(first, { durable: true });
  await (await primary.start()).stop();
  copyAsStandby(first, second, primary.url);
  const signal = (which: Server, name: NodeJS.Signals) => {
    for (const pid of pidsOf(which === "primary" ? first : second)) process.kill(pid, name);
  };
  let server = await primary.start();
  let isEnded = false;
  const watch = () => void server.ended.then(() => (isEnded = true));
  watch();
  await migrateDatabase(primary.url);

  const standby = await reserveEmbeddedPostgres(second, { durable: true });
  // It counts as started once it is the primary.
  const promoted = standby.start();
  const look = postgres(standby.url, { max: 2, onnotice: () => undefined });
  await onServer(primary.url, async (sql) => {
    while ((await sql`select from pg_stat_replication where state = 'streaming'`).length === 0) await pause(pollMs);
    if (asynchronous) return;
    // From now on a commit waits for the standby.
    await sql`alter system set synchronous_standby_names = '*'`;
    await sql`select pg_reload_conf()`;
  });
  return {
    primary: { port: portOf(primary.url) },
    standby: { port: portOf(standby.url) },
    urlOf: (...ports) => primary.url.replace(/@[^/]+/, `@${ports.map((port) => `127.0.0.1:${port}`).join(",")}`),
    look,
    signal,
    async promote() {
      await look`select pg_promote()`;
      await promoted;
      return look;
    },
    async restart() {
      if (!isEnded) return;
      server = await primary.start();
      isEnded = false;
      watch();
    },
    async close() {
      signal("standby", "SIGCONT");
      await look`select pg_promote() where pg_is_in_recovery()`;
      await look.end();
      await (await promoted).stop();
      if (isEnded) return;
      signal("primary", "SIGCONT");
      await server.stop();
    },
  };
}

function copyAsStandby(from: string, to: string, primaryUrl: string): void {
  mkdirSync(to);
  // Programs of every system, which keep the owner of what they copy.
  execFileSync("cp", ["-a", join(from, "postgres"), join(from, "postgres-password"), to]);
  const directory = join(to, "postgres");
  execFileSync("cp", ["-a", join(directory, "PG_VERSION"), join(directory, "standby.signal")]);
  truncateSync(join(directory, "standby.signal"));
  const { hostname, port, username, password } = new URL(primaryUrl);
  appendFileSync(
    join(directory, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
}

/** The postmaster and all of its processes. */
function pidsOf(home: string): number[] {
  const [line] = readFileSync(join(home, "postgres/postmaster.pid"), "utf8").split("\n");
  const children = readFileSync(`/proc/${line}/task/${line}/children`, "utf8").trim().split(" ");
  return [Number(line), ...children.map(Number)];
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
