import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Portal } from "#e2e/portal/portal.ts";
import { serverEnvironment } from "#e2e/setup/test-environment.ts";

/** Runs a script of e2e/setup on the database of the portal under test, for what no call can do; answers what it prints. */
export function runOnDatabase({ dataDirectory }: Pick<Portal, "dataDirectory">, script: string, input: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(import.meta.dirname, "../setup", script)], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...serverEnvironment, DATA_DIR: dataDirectory },
    input,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return stdout;
}
