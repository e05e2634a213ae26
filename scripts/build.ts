import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { SetupError } from "#db/embedded/setup-error.ts";
import { endProgram, spawnSupervised } from "#db/embedded/supervise.ts";
import { readSources } from "#lib/developer/clients/sources.ts";
import { apiVersion } from "#lib/platform/wire/endpoint.ts";
import { compileClient, isClientCompiled } from "#scripts/clients/compile.ts";
import { assertUnchanged } from "#scripts/clients/release.ts";
import { environmentWith, readRelease } from "#scripts/settings.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";

const root = join(import.meta.dirname, "..");
const next = join(root, "node_modules/next/dist/bin/next");
/** In the directory that a build empties first, so that an interrupted build is stale. */
const stamp = join(root, ".next/inputs.sha256");

/** True without a production build of exactly these sources, client libraries included. A release is never built again. */
export function isBuildStale(): boolean {
  return readRelease() === undefined && (readStamp() !== hashInputs() || !isClientCompiled());
}

/** `npm ci --omit=dev`, which npm also does with NODE_ENV=production, installs what an instance needs whose pages are built. */
export function assertCompilers(place: string): void {
  if (existsSync(join(place, "node_modules/typescript"))) return;
  throw new SetupError("A build needs the packages of development too: run `npm ci --include=dev`.");
}

/** Makes the production build, and returns its seconds. `niceness` lowers its priority. */
export async function build({ onStop }: Pick<Running, "onStop">, { niceness = 0 } = {}): Promise<number> {
  assertCompilers(root);
  const inputs = hashInputs();
  const started = performance.now();
  await compileClient();
  await assertUnchanged(apiVersion, await readSources());
  const program = spawnSupervised("nice", ["-n", String(niceness), process.execPath, next, "build"], {
    cwd: root,
    // Outside CI, Next would run `npm install` for a missing package and change package.json.
    env: environmentWith({ CI: "1", NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStop(() => endProgram(program));
  const output: string[] = [];
  for (const stream of [program.stdout, program.stderr]) stream?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const [code] = (await once(program, "close")) as [number | null];
  if (code !== 0) throw new SetupError(`${output.join("")}\nThe production build failed, for the reason above.`);
  writeFileSync(stamp, inputs);
  return (performance.now() - started) / 1000;
}

/** Makes the production build if it is stale, for a command that needs it. */
export async function buildIfStale(running: Pick<Running, "onStop">): Promise<void> {
  if (!isBuildStale()) return;
  console.log("Building the pages; this is done once per change of the sources…");
  console.log(`Built in ${(await build(running)).toFixed(0)} s.`);
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return undefined;
  }
}

function hashInputs(): string {
  const files = globSync(
    [
      "{app,components,db,inngest,lib,public,server}/**/*",
      "clients/*/{src/**/*.{ts,py,php},*.{json,md,toml,tar.gz}}",
      "*.{ts,js,mjs,json}",
      "scripts/{build.ts,clients/*.ts}",
    ],
    {
      cwd: root,
      withFileTypes: true,
    },
  );
  const hash = createHash("sha256");
  // Tests, their fixtures and settings are not part of a build, and a build writes its own declaration and the generated files.
  const isOther = /\.(?:test|fixture)\.tsx?$|\.d\.ts$|\b(?:playwright|vitest)\.config\.ts$|typescript[/\\]src[/\\]generated/;
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const inputs = paths.filter((path) => !isOther.test(path));
  for (const path of inputs.toSorted()) hash.update(JSON.stringify([relative(root, path), readFileSync(path, "base64")]));
  return hash.digest("hex");
}

if (import.meta.main) {
  await runUntilStopped(async (running) => {
    await buildIfStale(running);
  });
}
