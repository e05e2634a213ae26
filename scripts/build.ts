import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { SetupError } from "#db/embedded/setup-error.ts";
import { endProgram, spawnSupervised } from "#db/embedded/supervise.ts";
import { runUntilStopped } from "#scripts/lifecycle.ts";
import type { Running } from "#scripts/lifecycle.ts";
import { environmentWith } from "#scripts/settings.ts";

const root = join(import.meta.dirname, "..");
const next = join(root, "node_modules/next/dist/bin/next");
/** In the directory that a build empties first, so that an interrupted one is not taken for done. */
const stamp = join(root, ".next/inputs.sha256");

/** Makes the production build, unless there is one of exactly these sources. */
export async function buildIfStale({ onStop }: Pick<Running, "onStop">): Promise<void> {
  const inputs = hashInputs();
  if (readStamp() === inputs) return;
  const started = performance.now();
  console.log("Building the pages; this is done once per change of the sources…");
  const build = spawnSupervised(process.execPath, [next, "build"], {
    cwd: root,
    env: environmentWith({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStop(() => endProgram(build));
  const output: string[] = [];
  for (const stream of [build.stdout, build.stderr]) stream?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const [code] = (await once(build, "close")) as [number | null];
  if (code !== 0) throw new SetupError(`${output.join("")}\nThe production build failed, for the reason above.`);
  writeFileSync(stamp, inputs);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return undefined;
  }
}

function hashInputs(): string {
  const files = globSync(["{app,components,db,inngest,lib,public}/**/*", "*.{ts,js,mjs,json}", "scripts/build.ts"], {
    cwd: root,
    withFileTypes: true,
  });
  const hash = createHash("sha256");
  // Tests are not built, and a build makes a declaration of its own.
  const inputs = files.filter((file) => file.isFile() && !/\.test\.tsx?$|\.d\.ts$/.test(file.name));
  const paths = inputs.map((file) => join(file.parentPath, file.name));
  for (const path of paths.toSorted()) hash.update(JSON.stringify([relative(root, path), readFileSync(path, "base64")]));
  return hash.digest("hex");
}

if (import.meta.main) {
  await runUntilStopped(async (running) => {
    await buildIfStale(running);
  });
}
