import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoFile } from "#demo/demo-file.ts";

/** The release before this one. */
const commit = "05d3cd72";

const root = join(import.meta.dirname, "../..");

/** True if the history of the repository has the previous release. */
export function isPreviousReleaseThere(): boolean {
  return spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;
}

export interface PreviousRelease {
  root: string;
  remove(): void;
}

/** Installs it with its own packages, in a directory of its own. */
export function installPreviousRelease(): PreviousRelease {
  const directory = mkdtempSync(join(tmpdir(), "covergate-previous-"));
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 1_000_000_000 });
  execFileSync("tar", ["x"], { cwd: directory, input: archive });
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
  return { root: directory, remove: () => rmSync(directory, { recursive: true }) };
}

const migrateAndSeed = `
const { migrateDatabase } = await import("#db/migrate.ts");
await migrateDatabase(process.env.DATABASE_URL);
const { seedDemo } = await import("#demo/demo.ts");
await seedDemo({ url: "http://localhost", dataDir: process.env.DATA_DIR });
process.exit();`;

/** Gives a database the schema, the demo and the traffic of the previous release, by its own programs. Returns what the demo has. */
export function seedPreviousRelease({ root: cwd }: PreviousRelease, env: NodeJS.ProcessEnv, calls: number): DemoFile {
  const directory = env["DATA_DIR"] ?? "";
  if (!existsSync(directory)) mkdirSync(directory);
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  run("--input-type=module", "--eval", migrateAndSeed);
  run("scripts/seed-load.ts", "--calls", String(calls), "--deliveries", String(calls), "--days", "3", "--yes");
  return JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
}
