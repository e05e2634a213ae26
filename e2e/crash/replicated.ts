import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { nameOfInstances, startPostgresPair } from "#e2e/setup/postgres-pair.ts";
import type { PostgresPair, Server } from "#e2e/setup/postgres-pair.ts";
import { completeEnvironment } from "#scripts/settings.ts";

export interface ReplicatedDatabase extends Pick<PostgresPair, "primary" | "standby" | "urlOf" | "look" | "promote"> {
  /** Stops every process of a server: its connections stay open, and nothing is answered any more. */
  freeze(server: Server): void;
  thaw(server: Server): void;
}

/** Starts a primary and its standby, where commits wait for the standby unless it is `asynchronous`, and takes them away after the tests. */
export async function openReplicatedDatabase(options: { asynchronous?: boolean } = {}): Promise<ReplicatedDatabase> {
  const home = mkdtempSync(join(tmpdir(), "covergate-crash-"));
  afterAll(() => rmSync(home, { recursive: true }));
  const pair = await startPostgresPair(join(home, "first"), join(home, "second"), options);
  // The last one that is registered runs first.
  afterAll(() => pair.close());
  const { primary, standby, look, promote } = pair;
  completeEnvironment({ DATABASE_URL: pair.urlOf(primary.port), DATA_DIR: join(home, "first"), BASE_URL: "" });
  return {
    primary,
    standby,
    look,
    promote,
    urlOf: (...ports) => `${pair.urlOf(...ports)}?application_name=${nameOfInstances}`,
    freeze: (server) => pair.signal(server, "SIGSTOP"),
    thaw: (server) => pair.signal(server, "SIGCONT"),
  };
}
