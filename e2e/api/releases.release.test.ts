import { execFileSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram, spawnSupervised } from "#db/embedded/supervise.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { env } from "#lib/platform/env.ts";

// Its migrations are looked at.
await useOwnDatabase();

const root = join(import.meta.dirname, "../..");
/** In the place of /opt/covergate. */
const place = mkdtempSync(join(tmpdir(), "covergate-releases-"));
const stubs = join(place, "stubs");
const downloads = join(place, "downloads");
const called = join(place, "called");
let instance: ChildProcess | undefined;
let url: string;

afterAll(async () => {
  if (instance) await endProgram(instance, "SIGKILL");
  rmSync(place, { recursive: true });
});

function run(program: string, args: string[], cwd: string): string {
  const settings = { PATH: `${stubs}:/usr/bin:/bin`, HOME: place, DOWNLOADS: downloads, NODE_ENV: "test" as const };
  return execFileSync(program, args, { cwd, env: settings, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Executes a block of commands of the guide, under its heading. */
function execute(page: string, before: string): void {
  const guide = readFileSync(join(root, "docs/operations", page), "utf8");
  const block = /```sh\n(.*?)```/s.exec(guide.slice(guide.indexOf(before)))?.[1] ?? "exit 1";
  run("sh", ["-ec", block.replaceAll("/opt/covergate", place)], place);
}

const commitOf = (version: string) => `commit of ${version}`;

/** Archives of two releases of this checkout, of which the second changes nothing, without Node and with the packages by a link. */
function makeArchives(): void {
  const git = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", git, { cwd: root, encoding: "utf8" }).split("\0");
  const present = files.filter((file) => file !== "" && existsSync(join(root, file)));
  const built = [".next", "clients/typescript/dist", "clients/typescript/src/generated", "next-env.d.ts"];
  mkdirSync(downloads);
  for (const version of ["1.0.0", "1.1.0"]) {
    const name = `covergate-${version}`;
    const folder = join(place, name);
    mkdirSync(folder);
    execFileSync("cp", ["--archive", "--link", "--parents", ...present, ...built, folder], { cwd: root });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "release.json"), JSON.stringify({ commit: commitOf(version), platform: "linux-x64" }));
    run("tar", ["--create", "--use-compress-program=gzip -1", `--file=${downloads}/${name}-linux-x64.tar.gz`, name], place);
    rmSync(folder, { recursive: true });
  }
  run("sh", ["-c", "sha256sum *.tar.gz > SHA256SUMS"], downloads);
}

/** Programs of the guide whose work is another's. */
function makeStubs(): void {
  mkdirSync(stubs);
  for (const name of ["useradd", "systemctl"]) {
    writeFileSync(join(stubs, name), `#!/bin/sh -e\necho "${name} $*" >> ${called}\n`, { mode: 0o755 });
  }
}

/** Restarts the server by the lines of the unit, like systemd. */
async function restart(): Promise<void> {
  if (instance) await endProgram(instance);
  const unit = readFileSync(join(place, "current/ops/covergate.service"), "utf8");
  const cwd = /^WorkingDirectory=(.*)$/m.exec(unit)?.[1]?.replace("/opt/covergate", place) ?? "";
  const port = String(await findFreePort("127.0.0.1"));
  url = `http://127.0.0.1:${port}`;
  const [program = "", ...args] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.replace("/opt/covergate", place).split(" ") ?? [];
  instance = spawnSupervised(program, args, {
    cwd,
    env: {
      ...serverEnvironment,
      APP_SECRET: testEnvironment.APP_SECRET,
      DATABASE_URL: env.DATABASE_URL,
      DATA_DIR: inject("dataDirectory"),
      PORT: port,
      JOB_RUNNER: "none",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await waitFor(async () => expect(await look("/readyz")).toMatchObject({ status: "ready", pages: "ready" }));
}

async function look(path: string): Promise<Record<string, unknown>> {
  return (await fetch(url + path)).json() as Promise<Record<string, unknown>>;
}

test("the guide's commands install a release, upgrade to another one, and go back, each served whole", async () => {
  makeArchives();
  makeStubs();
  execute("service.md", "1. Create the account");
  await restart();
  expect(await look("/healthz")).toMatchObject({ commit: commitOf("1.0.0") });
  expect(await fetch(`${url}/sign-in`)).toMatchObject({ status: 200 });

  execute("upgrade.md", "3. Unpack the new release");
  expect(await look("/readyz")).toMatchObject({ status: "ready", pages: "ready" });
  execute("upgrade.md", "5. On one machine");
  // The old one still runs, and from its own folder.
  expect(await look("/readyz")).toMatchObject({ status: "ready", pages: "ready" });
  expect(realpathSync(join(place, "current"))).toBe(realpathSync(join(place, "releases/covergate-1.1.0")));
  await restart();
  expect(await look("/healthz")).toMatchObject({ commit: commitOf("1.1.0") });

  execute("upgrade.md", "## Go back");
  await restart();
  expect(await look("/healthz")).toMatchObject({ commit: commitOf("1.0.0") });
  expect(await fetch(`${url}/sign-in`)).toMatchObject({ status: 200 });
  expect(readFileSync(called, "utf8").split("\n")).toEqual([
    "useradd --system --home-dir /var/lib/covergate covergate",
    "systemctl restart covergate",
    "systemctl restart covergate",
    "",
  ]);

  // In place, which the guide forbids.
  for (const part of ["node_modules", ".next"]) {
    const [here, away] = [join(place, "current", part), join(place, "away")];
    renameSync(here, away);
    expect(await look("/readyz")).toMatchObject({ status: "unready", reason: expect.stringContaining("was replaced") as string });
    renameSync(away, here);
    expect(await look("/readyz")).toMatchObject({ status: "ready" });
  }
});
