import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright/test";
import { SetupError } from "#db/embedded/setup-error.ts";
import { environmentWith, readTestSettings } from "#scripts/settings.ts";

const root = join(import.meta.dirname, "../..");
const programs = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const downloadMs = 300_000;

/**
 * The program of a Chromium: that of `CHROMIUM_PATH`, Playwright's own, or the system's; a missing one is fetched:
 * by Playwright's download, else as the system's package. If neither works, the error says what to do.
 */
export function provideBrowser(): string {
  const { CHROMIUM_PATH } = readTestSettings();
  const there = CHROMIUM_PATH ?? findBrowser();
  if (there !== undefined) return there;
  console.log("There is no Chromium on this machine; fetching one for the browser tests…");
  for (const fetchBrowser of [download, installPackage]) {
    const said = fetchBrowser();
    const found = findBrowser();
    if (found !== undefined) return found;
    if (said !== "") console.log(said);
  }
  throw new SetupError(
    "The browser tests need a Chromium, and none could be fetched: install one (`npx playwright install --with-deps chromium`, or your system's package chromium), or name its program in CHROMIUM_PATH.",
  );
}

function findBrowser(): string | undefined {
  const { PATH = "" } = environmentWith({});
  const own = chromium.executablePath();
  const systems = PATH.split(delimiter).flatMap((folder) => programs.map((program) => join(folder, program)));
  return [own, ...systems].find((path) => path !== "" && existsSync(path));
}

function download(): string {
  return run(process.execPath, [join(root, "node_modules/playwright/cli.js"), "install", "chromium"]);
}

/** Installs the package with apt, if the system has it and allows it; others are told what to install. */
function installPackage(): string {
  if (process.getuid?.() !== 0) return "";
  return run("apt-get", ["update"]) + run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
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
