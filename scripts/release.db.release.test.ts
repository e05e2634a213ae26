import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { env } from "#lib/platform/env.ts";
import manifest from "#package.json" with { type: "json" };
import { buildIfStale } from "#scripts/build.ts";
import { listPackages, makeArchive, pack } from "#scripts/release.ts";

// A started instance attempts every due delivery.
await useOwnDatabase();

const place = mkdtempSync(join(env.DATA_DIR, "release-"));
const release = join(place, `covergate-${manifest.version}`);
const program = join(release, "bin/covergate");
const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();

beforeAll(async () => {
  await buildIfStale({ onStop: () => undefined });
  const archive = makeArchive(process.arch as "x64" | "arm64", join(place, "dist"));
  execFileSync("tar", ["xzf", archive, "--directory", place]);
}, 1_800_000);

afterAll(() => rmSync(place, { recursive: true }));

async function start(settings: Record<string, string>): Promise<string> {
  const port = String(await findFreePort("127.0.0.1"));
  const instance = spawn(program, ["start"], {
    cwd: "/",
    env: { NODE_ENV: "production", PATH: "", PORT: port, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => endProgram(instance, "SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  const ended = once(instance, "exit").then((): never => {
    throw new Error("the release has ended");
  });
  await Promise.race([ended, waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))]);
  // It is killed at the end of the test.
  ended.catch(() => undefined);
  return url;
}

/** Pages, documentation, the API's description and a package of the client library, of which a lack of files would show. */
const addresses = ["/sign-in", "/docs/first-contract", "/docs/rules", "/v2/openapi.json", "/clients/changelog.atom"];

test("a release starts in any folder without a PATH, on its own Postgres, and its command works beside it", async () => {
  const settings = { DATA_DIR: join(place, "data"), DEMO_DATA: "small" };
  const url = await start(settings);
  for (const path of addresses) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ version: manifest.version, commit });
  const { status, stdout, stderr } = spawnSync(program, ["admin", "--json", "secrets", "rotate"], {
    cwd: "/",
    env: { NODE_ENV: "production", PATH: "", ...settings },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout), "what was encrypted anew").toMatchObject({ "api_keys.ciphertext": 0 });
});

test("a release starts on the database of DATABASE_URL", async () => {
  const url = await start({ DATABASE_URL: env.DATABASE_URL, APP_SECRET: env.APP_SECRET, DATA_DIR: join(place, "documents") });
  expect((await fetch(`${url}/sign-in`)).status).toBe(200);
});

test("the bill of materials names each package of a release, and no other", () => {
  const bill = JSON.parse(readFileSync(join(release, "sbom.cdx.json"), "utf8")) as { components: { name: string; version: string }[] };
  const named = bill.components.map(({ name, version }) => `${name}@${version}`);
  const present = listPackages(release);
  expect(named.filter((each) => !present.includes(each))).toEqual([]);
  const folders = readdirSync(join(release, "node_modules")).filter((name) => !/^[.@]/.test(name));
  expect(folders.filter((folder) => !bill.components.some(({ name }) => name === folder))).toEqual([]);
});

test("the same files give the same archive, whenever and by whomever they were written", () => {
  const sums = ["first", "second"].map((name, index) => {
    const folder = join(place, name, "covergate");
    mkdirSync(folder, { recursive: true });
    for (const file of index === 0 ? ["a", "b"] : ["b", "a"]) {
      writeFileSync(join(folder, file), file, { mode: index === 0 ? 0o644 : 0o600 });
      utimesSync(join(folder, file), index, index + 1);
    }
    const archive = pack(folder, join(place, `${name}.tar.gz`), 1_800_000_000);
    return createHash("sha256").update(readFileSync(archive)).digest("hex");
  });
  expect(sums[0]).toBe(sums[1]);
});
