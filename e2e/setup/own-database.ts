import { setImmediate as turn } from "node:timers/promises";
import type { Sql } from "postgres";
import { afterAll, inject } from "vitest";
import { sql } from "#db/client.ts";
import type { SplitPool } from "#db/driver.ts";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { completeEnvironment, environmentWith } from "#scripts/settings.ts";

interface OwnDatabase {
  /** Leaves a single connection of each kind (db/driver.ts). */
  isNarrow?: boolean;
  /** The settings with which each connection is opened. */
  parameters?: Record<string, string>;
  /** The port of a proxy through which the process reaches the server. */
  port?: number;
}

/** The driver reads these anew for each connection. The pools share the lists of hosts and ports, and what the patch of postgres.js adds. */
interface DriverOptions {
  host: string[];
  port: number[];
  pass: string;
  connection: Record<string, string>;
  shared: { backends: { destroy(): void }[] };
}

const split = sql as SplitPool;
const pools = [split, split.forTransactions, split.forPages, split.forLeases, split.forOutcomes].filter((pool) => pool !== undefined);
const drivers = pools.map(driverOf);
const { host: hosts, port: ports, shared } = driverOf(sql);

function driverOf({ options }: Sql): DriverOptions {
  // The types of the driver promise less than it reads, and do not know our patch.
  return options as unknown as DriverOptions;
}

/**
 * Gives a test file a database that no other one uses, so that its jobs may run at any time of any year and nobody else's transactions
 * show in its plans: `await useOwnDatabase()` before everything but the imports.
 */
export async function useOwnDatabase({ isNarrow = false, ...connections }: OwnDatabase = {}): Promise<void> {
  const { url, remove } = await createDatabase(inject("databaseServer"), inject("pristineDatabase"));
  afterAll(remove);
  await connectTo(url, connections);
  if (isNarrow) await leaveOneEach();
}

/** Connects the process to another database for a test file: `db` stays the same object, and opens other connections. */
export async function connectTo(url: string, { parameters = {}, port }: Omit<OwnDatabase, "isNarrow"> = {}): Promise<void> {
  const { DATABASE_URL = "" } = environmentWith({});
  const { hostname, username, password, pathname, port: usualPort } = new URL(url);
  changeSettings({ DATABASE_URL: url, DATABASE_DIRECT_URL: url });
  completeEnvironment({ DATABASE_URL: url });
  const [hostBefore = "", portBefore = 0] = [hosts[0], ports[0]];
  const before = drivers.map(({ pass, connection }) => ({ pass, connection }));
  const own = { user: decodeURIComponent(username), database: pathname.slice(1), ...parameters };
  [hosts[0], ports[0]] = [hostname, port ?? Number(usualPort)];
  for (const driver of drivers) {
    Object.assign(driver, { pass: decodeURIComponent(password), connection: { ...driver.connection, ...own } });
  }
  await closeConnections();
  afterAll(async () => {
    completeEnvironment({ DATABASE_URL });
    [hosts[0], ports[0]] = [hostBefore, portBefore];
    for (const [index, driver] of drivers.entries()) Object.assign(driver, before[index]);
    await closeConnections();
  });
}

/** Takes the database away from the process until the returned function is called. */
export async function loseDatabase(): Promise<() => Promise<void>> {
  const [before = 0] = ports;
  const openAt = (port: number) => {
    ports[0] = port;
    return closeConnections();
  };
  await openAt(1);
  return () => openAt(before);
}

/** Closes all connections; the next statements open others, on which nothing is prepared. */
export async function closeConnections(): Promise<void> {
  for (const each of shared.backends) each.destroy();
  // A socket is closed at the end of a turn; until then the driver would write a statement to it.
  await turn();
  await turn();
}

/** Withholds the other connections of each pool until they are closed. */
async function leaveOneEach(): Promise<void> {
  await Promise.all(pools.flatMap((pool) => Array.from({ length: pool.options.max - 1 }, () => pool.reserve())));
}
