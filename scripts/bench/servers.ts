import type { CeilingOptions, Statement } from "#scripts/bench/ceiling.ts";
import { startServer } from "#scripts/bench/processes.ts";
import type { Server } from "#scripts/bench/processes.ts";
import type { Running } from "#scripts/lifecycle.ts";

/** Connections to Postgres that each server may have. */
const pool = 10;

const next = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port"];

/** As `npm start` does: requests under way outlive a small young generation, and to copy them into the old one costs more than the room. */
const direct = ["--max-semi-space-size=64", "server.ts"];

export interface Contestants {
  ceiling: Server;
  direct: Server;
  unlogged: Server;
  next: Server;
}

/** Starts all that is compared: they stay up side by side, and whoever is not asked does nothing. */
export async function startServers(
  running: Running,
  settings: Record<string, string>,
  { statements, forServer }: { statements: Statement[]; forServer: readonly string[] },
): Promise<Contestants> {
  const ceilingOptions = (port: number): CeilingOptions => ({
    port,
    databaseUrl: settings["DATABASE_URL"] ?? "",
    databaseSocket: settings["DATABASE_SOCKET"] ?? "",
    pool,
    statements,
  });
  const door = { ...settings, DATABASE_POOL: String(pool) };
  return {
    ceiling: await startServer(running, {}, (port) => ["scripts/bench/ceiling.ts", JSON.stringify(ceilingOptions(port))], forServer),
    direct: await startServer(running, door, () => direct, forServer),
    unlogged: await startServer(running, { ...door, CALL_LOG: "false" }, () => direct, forServer),
    next: await startServer(running, door, (port) => [...next, String(port)], forServer),
  };
}
