import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { choosePostgresAccount, superuser, workingPath } from "#db/embedded/cluster.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startPostmaster } from "#db/embedded/embedded.ts";
import { findFreePort } from "#db/embedded/free-port.ts";

const host = "127.0.0.1";
const password = "secret";

export interface StockPostgres {
  url: string;
  /** Writable files of the test, with the server's log among them. */
  directory: string;
  logFile: string;
  stop(): Promise<void>;
}

/** The programs of the newest Postgres that Debian's packages have put on this machine; undefined without one. */
export function findPostgres(): string | undefined {
  return globSync("/usr/lib/postgresql/*/bin/postgres")
    .map((path) => ({ home: path.slice(0, -"/postgres".length), major: Number(path.split("/").at(-3)) }))
    .toSorted((a, b) => b.major - a.major)
    .find(({ major }) => major >= 15)?.home;
}

/** Starts it as it is installed: of ours are its place and the password of its superuser. */
export async function startStockPostgres(home: string): Promise<StockPostgres> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-stock-"));
  // Its account has to reach what is below.
  chmodSync(directory, 0o711);
  const data = join(directory, "postgres");
  mkdirSync(data, { mode: 0o700 });
  const account = choosePostgresAccount(data);
  if (account) chownSync(data, account.uid, account.gid);
  const cluster: Cluster = {
    directory: data,
    account,
    binaries: { initdb: join(home, "initdb"), postgres: join(home, "postgres"), major: 0 },
  };
  const port = await findFreePort(host);
  initialise(cluster);
  const logFile = join(directory, "postgres.log");
  const server = await startPostmaster(cluster, {
    port,
    logFile,
    settings: { listen_addresses: host, unix_socket_directories: workingPath(cluster) },
  });
  return {
    url: `postgres://${superuser}:${password}@${host}:${port}/postgres`,
    directory,
    logFile,
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

function initialise(cluster: Cluster): void {
  const options = ["--pgdata", cluster.directory, "--username", superuser, "--pwfile", "/dev/stdin"];
  // Node's pipes are sockets, which cannot be opened by name; the shell's can.
  const { status, stderr } = spawnSync("sh", ["-c", 'cat | "$@"', "sh", cluster.binaries.initdb, ...options], {
    ...cluster.account,
    cwd: cluster.directory,
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    input: `${password}\n`,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}
