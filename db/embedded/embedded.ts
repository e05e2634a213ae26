import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isOwnedByOthers, choosePostgresAccount } from "#db/embedded/account.ts";
import { findBinaries } from "#db/embedded/binaries.ts";
import { ensureCluster, workingPath, superuser } from "#db/embedded/cluster.ts";
import { ensureDataDirectory, lockDataDirectory } from "#db/embedded/data-directory.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { socketPrefix, startPostmaster } from "#db/embedded/postmaster.ts";
import type { Postmaster } from "#db/embedded/postmaster.ts";
import { ensureSecret } from "#db/embedded/secret.ts";
import { SetupError } from "#db/embedded/setup-error.ts";

const host = "127.0.0.1";

export interface EmbeddedPostgres {
  /** Known before it runs, since the settings are checked first. */
  url: string;
  /** Undefined if the system has no such sockets. */
  socket: string | undefined;
  /** Starts it, initialised on first use; resolves once it accepts connections. */
  start(): Promise<Postmaster>;
}

/**
 * Reserves the bundled Postgres with its data in `dataDirectory`. Without `durable` a power cut may lose data, which suits test runs.
 * Throws SetupError where the directory cannot be used or is in use.
 */
export async function reserveEmbeddedPostgres(dataDirectory: string, { durable }: { durable: boolean }): Promise<EmbeddedPostgres> {
  const home = resolve(dataDirectory);
  const directory = join(home, "postgres");
  ensureDataDirectory(home);
  if (isOwnedByOthers(directory)) {
    throw new SetupError(`${directory} belongs to another account: start Covergate as that one, or with another DATA_DIR.`);
  }
  lockDataDirectory(home);
  const passwordFile = join(home, "postgres-password");
  if (existsSync(directory) && !existsSync(passwordFile)) {
    throw new SetupError(
      `${passwordFile} is missing, and only it opens the database beside it: restore it, or start with another DATA_DIR.`,
    );
  }
  const password = ensureSecret(passwordFile);
  const port = await findFreePort(host);
  const socket = chooseSocket(directory, port);
  return {
    url: `postgres://${superuser}:${password}@${host}:${port}/postgres`,
    socket,
    async start() {
      const account = choosePostgresAccount(directory);
      const cluster = { directory, account, binaries: await findBinaries(account) };
      await ensureCluster(cluster, password);
      return startPostmaster(cluster, {
        port,
        logFile: join(home, "postgres.log"),
        settings: {
          listen_addresses: host,
          ...(durable ? {} : volatileSettings),
          unix_socket_directories: socket === undefined ? "" : workingPath(cluster),
        },
      });
    },
  };
}

/** Systems accept paths of sockets up to this length. */
const maxSocketLength = 100;

/** Beside the data, where only Postgres' account and root can reach it. */
function chooseSocket(directory: string, port: number): string | undefined {
  const socket = join(directory, `${socketPrefix}${port}`);
  return process.platform === "win32" || Buffer.byteLength(socket) > maxSocketLength ? undefined : socket;
}

const volatileSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
