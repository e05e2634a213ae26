import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect } from "vitest";
import { connectionParameters } from "#db/connection-parameters.ts";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { connectTo } from "#e2e/setup/own-database.ts";
import { nameOfInstances } from "#e2e/setup/postgres-pair.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

/** A Postgres of this test file alone, which may be made to crash. */
export interface CrashingDatabase {
  urlOfInstances: string;
  /** The directory of its socket for instances; "" on systems without sockets. */
  socket: string;
  /** Looks at it from beside; not by the pool that verbs use. */
  look: postgres.Sql;
  /** Ends it as a crash does, without a word to anybody and nothing written out, and starts it again, which recovers from its log. */
  crash(): Promise<void>;
  /** Kills one of the backends that serve instances; the postmaster then ends all the others, and recovers. Returns when it takes connections again. */
  killBackend(): Promise<void>;
}

function isGone(pid: number): void {
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
}

async function answers(url: string): Promise<void> {
  const beside = postgres(url, { max: 1 });
  try {
    await beside`select 1`;
  } finally {
    await beside.end();
  }
}

/** Starts it, as durable as a production one, and takes it away after the tests of a file: call it before everything but the imports. */
export async function openCrashingDatabase(): Promise<CrashingDatabase> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-crash-"));
  const embedded = await reserveEmbeddedPostgres(directory, { durable: true });
  let server = await embedded.start();
  const look = postgres(embedded.url, {
    max: 2,
    onnotice: () => undefined,
    connection: { ...connectionParameters, application_name: "crash tests" },
  });
  afterAll(async () => {
    await look.end();
    await server.stop();
    rmSync(directory, { recursive: true });
  });
  await migrateDatabase(embedded.url);
  changeSettings({ DATA_DIR: directory });
  await connectTo(embedded.url);
  return {
    urlOfInstances: `${embedded.url}?application_name=${nameOfInstances}`,
    socket: embedded.socket ?? "",
    look,
    async crash() {
      const [pid] = readFileSync(join(directory, "postgres/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGQUIT");
      await server.ended;
      server = await embedded.start();
    },
    async killBackend() {
      const beside = postgres(embedded.url, { max: 1 });
      const [backend] = await beside<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = ${nameOfInstances} order by random() limit 1`;
      await beside.end();
      if (backend === undefined) throw new Error("no instance is connected");
      process.kill(backend.pid, "SIGKILL");
      await waitFor(() => isGone(backend.pid));
      await waitFor(() => answers(embedded.url));
    },
  };
}
