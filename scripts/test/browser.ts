import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline/promises";
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

const missing = `The browser tests need a Chromium. On Debian this installs one: ${installation.map((words) => words.join(" ")).join(" && ")}. Elsewhere \`npx playwright install chromium\` downloads one for these tests alone, or install your system's package chromium, or name a Chromium's program in CHROMIUM_PATH.`;

/** The program of a Chromium: that of `CHROMIUM_PATH`, Playwright's own, or the system's. `CI` lets a missing one be installed. */
export function provideBrowser(): string {
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  if (readTestSettings().CI === undefined) throw new SetupError(missing);
  console.log("There is no Chromium on this machine; installing one for the browser tests…");
  for (const install of [download, installPackage]) {
    const output = install();
    const found = findBrowser();
    if (found !== undefined) return found;
    if (output !== "") console.log(output);
  }
  throw new SetupError(missing);
}

/** Asks at a terminal whether a missing Chromium may be downloaded. Throws SetupError, which says how to install one, if not. */
export async function askForBrowser(): Promise<void> {
  if (readTestSettings().CI !== undefined || !process.stdin.isTTY || findBrowser() !== undefined) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("The browser tests need a Chromium. Download one for them alone, some 170 MB? [y/N] ");
  terminal.close();
  if (!/^y/i.test(answer)) throw new SetupError(missing);
  const output = download();
  if (findBrowser() === undefined) throw new SetupError(`${output}\n${missing}`);
}

/** The program of the system's headless shell; undefined without one, or if `CHROMIUM_PATH` names the browser. */
export function findShell(): string | undefined {
  return readTestSettings().CHROMIUM_PATH === undefined ? findPrograms([shell])[0] : undefined;
}

function findBrowser(): string | undefined {
  const { CHROMIUM_PATH } = readTestSettings();
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH;
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
