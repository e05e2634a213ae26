import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright/test";
import { SetupError } from "#db/embedded/setup-error.ts";
import { environmentWith, readTestSettings } from "#scripts/settings.ts";

const root = join(import.meta.dirname, "../..");
const programs = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
/** Draws no window and takes half the processor of a whole Chromium, but shows no PDF. */
const shell = "chromium-headless-shell";
const installation = [
  ["apt-get", "update"],
  ["apt-get", "install", "--yes", "--no-install-recommends", "chromium", shell],
] as const;
const downloadMs = 300_000;

/**
 * The program of a Chromium: that of `CHROMIUM_PATH`, Playwright's own, or the system's. A missing one is downloaded for Playwright alone.
 * Only `CI` also lets it be installed for the whole system; otherwise the error says how.
 */
export function provideBrowser(): string {
  const { CHROMIUM_PATH, CI } = readTestSettings();
  const installed = CHROMIUM_PATH ?? findBrowser();
  if (installed !== undefined) return installed;
  console.log("There is no Chromium on this machine; downloading one for the browser tests…");
  for (const fetchBrowser of CI === undefined ? [download] : [download, installPackage]) {
    const output = fetchBrowser();
    const fetched = findBrowser();
    if (fetched !== undefined) return fetched;
    if (output !== "") console.log(output);
  }
  throw new SetupError(
    `The browser tests need a Chromium, and none could be downloaded. On Debian this installs one: ${installation.map((words) => words.join(" ")).join(" && ")}. Elsewhere install your system's package chromium, or name a Chromium's program in CHROMIUM_PATH.`,
  );
}

/** The program of the system's headless shell; undefined without one, or if `CHROMIUM_PATH` names the browser. */
export function findShell(): string | undefined {
  return readTestSettings().CHROMIUM_PATH === undefined ? findPrograms([shell])[0] : undefined;
}

function findBrowser(): string | undefined {
  const own = chromium.executablePath();
  return own !== "" && existsSync(own) ? own : findPrograms(programs)[0];
}

function findPrograms(names: readonly string[]): string[] {
  const { PATH = "" } = environmentWith({});
  return names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name))).filter((path) => existsSync(path));
}

function download(): string {
  return run(process.execPath, [join(root, "node_modules/playwright/cli.js"), "install", "chromium"]);
}

/** Installs the package with apt, if the system has it and allows it. */
function installPackage(): string {
  if (process.getuid?.() !== 0) return "";
  return installation.map(([program, ...words]) => run(program, words)).join("");
}

/** Runs a program and returns its output if it fails; empty otherwise. */
function run(program: string, given: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(program, given, {
    encoding: "utf8",
    timeout: downloadMs,
    env: environmentWith({ DEBIAN_FRONTEND: "noninteractive" }),
  });
  return status === 0 ? "" : `${program} ${given.join(" ")} failed: ${error?.message ?? `${stdout}${stderr}`.trim().slice(-1000)}`;
}
