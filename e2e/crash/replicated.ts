import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, vi } from "vitest";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { nameOfInstances } from "#e2e/crash/database.ts";
import { completeEnvironment } from "#scripts/settings.ts";

const waitOptions = { timeout: 120_000, interval: 20 };

/** A primary and a standby that follows it. */
export interface ReplicatedDatabase {
  primary: { port: number };
  standby: { port: number };
  /** For the servers at these ports of the loopback interface. */
  urlOf(...ports: number[]): string;
  /** Looks at the standby from beside. */
  look: postgres.Sql;
  /** Stops every process of a server: its connections stay open, and nothing is answered any more. */
  freeze(server: "primary" | "standby"): void;
  thaw(server: "primary" | "standby"): void;
  /** Makes the standby the primary. */
  promote(): Promise<postgres.Sql>;
}

/**
 * Starts both, where commits wait for the standby unless it is `asynchronous`, and takes them away after the tests:
 * `const database = await vi.hoisted(async () => (await import("#e2e/crash/replicated.ts")).openReplicatedDatabase())`, which runs before the
 * imports.
 */
export async function openReplicatedDatabase({ asynchronous = false } = {}): Promise<ReplicatedDatabase> {
  const home = mkdtempSync(join(tmpdir(), "covergate-crash-"));
  const [first, second] = [join(home, "first"), join(home, "second")];
  const undo: (() => unknown)[] = [() => rmSync(home, { recursive: true })];
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });
  const primary = await reserveEmbeddedPostgres(first, { durable: true });
  await (await primary.start()).stop();
  copyAsStandby(first, second, primary.url);
  const server = await primary.start();
  const signal = (which: "primary" | "standby", name: NodeJS.Signals) => {
    for (const pid of pidsOf(which === "primary" ? first : second)) process.kill(pid, name);
  };
  undo.push(async () => {
    signal("primary", "SIGCONT");
    await server.stop();
  });
  await migrateDatabase(primary.url);

  const standby = await reserveEmbeddedPostgres(second, { durable: true });
  // It counts as started once it is the primary.
  const promoted = standby.start();
  const look = postgres(standby.url, { max: 2, onnotice: () => undefined });
  undo.push(async () => {
    signal("standby", "SIGCONT");
    await look`select pg_promote() where pg_is_in_recovery()`;
    await look.end();
    await (await promoted).stop();
  });
  await onServer(primary.url, async (sql) => {
    const replicas = () => sql`select from pg_stat_replication where state = 'streaming'`;
    await vi.waitFor(async () => expect(await replicas()).toHaveLength(1), waitOptions);
    if (asynchronous) return;
    // From now on a commit waits for the standby.
    await sql`alter system set synchronous_standby_names = '*'`;
    await sql`select pg_reload_conf()`;
  });
  completeEnvironment({ DATABASE_URL: primary.url, DATA_DIR: first, BASE_URL: "" });
  return {
    primary: { port: portOf(primary.url) },
    standby: { port: portOf(standby.url) },
    urlOf(...ports) {
      const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
      return primary.url.replace(/@[^/]+/, `@${hosts}`).concat(`?application_name=${nameOfInstances}`);
    },
    look,
    freeze: (which) => signal(which, "SIGSTOP"),
    thaw: (which) => signal(which, "SIGCONT"),
    async promote() {
      await look`select pg_promote()`;
      await promoted;
      return look;
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
