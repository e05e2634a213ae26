import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readChangelog, unreleased, writeFeed } from "#lib/developer/clients/changelog.ts";
import {
  integrityOf,
  packAll,
  packVersion,
  readRelease,
  readReleases,
  referenceAddress,
  releasesFolder,
} from "#lib/developer/clients/served.ts";
import { readUncompiled } from "#lib/developer/clients/sources.ts";
import type { ClientSources } from "#lib/developer/clients/sources.ts";
import { apiVersion } from "#lib/platform/wire/endpoint.ts";
import { assertUnchanged, keepRelease } from "#scripts/clients/release.ts";

const address = "https://api.example.com";
const changelog = readChangelog(readFileSync(join(releasesFolder(), "../CHANGELOG.md"), "utf8"));
const typescript = (body: string) => [
  { path: "package.json", content: "{}" },
  { path: "esm/address.js", content: 'export const servedFrom = "http://localhost:3000";' },
  { path: "esm/index.js", content: body },
];
const read = async (body: string): Promise<ClientSources> => ({ typescript: typescript(body), ...(await readUncompiled()) });

describe("what is released", () => {
  // rules/access.md#clients-3
  test("packs to the same bytes as when it was released, and is what the sources of its version are", async () => {
    for (const { version, integrity } of await readReleases(releasesFolder())) {
      const sources = await readRelease(releasesFolder(), version);
      expect({ version, integrity: integrityOf(packVersion(sources, version, referenceAddress)) }).toEqual({ version, integrity });
    }
    await assertUnchanged(apiVersion, await readUncompiled());
  });

  test("has its day in the changelog, which begins with the version of the API", async () => {
    const releases = await readReleases(releasesFolder());
    const released = changelog.flatMap(({ version, released: day }) => (day === undefined ? [] : [{ version, released: day }]));
    expect(released.toReversed()).toEqual(releases.map(({ version, released: day }) => ({ version, released: day })));
    expect(changelog[0]?.version).toBe(apiVersion);
  });
});

describe("in a folder of releases", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "covergate-releases-"));
    writeFileSync(join(folder, "releases.json"), "[]");
    return () => rmSync(folder, { recursive: true });
  });

  // rules/access.md#clients-3
  test("a version stays under its address, byte for byte, when the next ones are released", async () => {
    await keepRelease("2.0.0", await read("first"), "2026-11-02", folder);
    const before = await packAll(address, { folder, read: () => read("second") });
    await keepRelease("2.0.1", await read("second"), "2026-12-31", folder);
    const after = await packAll(address, { folder, read: () => read("third") });
    const names = [...before.keys()].filter((name) => name.includes("2.0.0"));
    expect(names).toHaveLength(4);
    for (const name of names) expect(after.get(name)).toEqual(before.get(name));
    expect(after.get("covergate-client-2.0.0.tgz")).toMatchObject({ isForGood: true, mimeType: "application/gzip" });
    // An unreleased package may still change.
    expect(after.get(`covergate-client-${apiVersion}.tgz`)).toMatchObject({ isForGood: false });
  });

  // rules/access.md#clients-4
  test("the index lists each version with its integrity, its day and the end of its support, newest first", async () => {
    await keepRelease("2.0.0", await read("first"), "2026-11-02", folder);
    await keepRelease("2.0.1", await read("second"), "2026-12-31", folder);
    const served = await packAll(address, { folder, read: () => read("third") });
    const index = JSON.parse(String(served.get("index.json")?.content)) as {
      versions: Record<string, { url: string; integrity: string }>[];
    };
    expect(index.versions).toMatchObject([
      { version: apiVersion, released: null, supported_until: null },
      { version: "2.0.1", released: "2026-12-31", supported_until: null },
      { version: "2.0.0", released: "2026-11-02", supported_until: "2028-12-31" },
    ]);
    for (const version of index.versions) {
      for (const language of ["typescript", "python", "python_sources", "php"]) {
        const { url = "", integrity } = version[language] ?? {};
        const { content = "" } = served.get(url.replace(`${address}/clients/`, "")) ?? {};
        expect(integrity).toBe(`sha512-${createHash("sha512").update(content).digest("base64")}`);
      }
    }
    const composer = JSON.parse(String(served.get("packages.json")?.content)) as { packages: Record<string, object> };
    expect(Object.keys(composer.packages["covergate/client"] ?? {})).toEqual([apiVersion, "2.0.1", "2.0.0"]);
  });

  test("a version is released once, and a change of it afterwards is an error that names the file", async () => {
    await keepRelease("2.0.0", await read("first"), "2026-11-02", folder);
    await assertUnchanged("2.0.0", await read("first"), folder);
    await assertUnchanged("2.0.1", await read("second"), folder);
    await expect(assertUnchanged("2.0.0", await read("second"), folder)).rejects.toThrow(/2\.0\.0 .* typescript\/esm\/index\.js changed/);
    await expect(keepRelease("2.0.0", await read("second"), "2026-11-03", folder)).rejects.toThrow("is released already");
  });
});

test("an archive holds the address of its installation, and other programs read it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "covergate-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // More than one block of gzip.
  const { archives } = packVersion(await read("x".repeat(200_000)), "2.0.0", address);
  writeFileSync(join(folder, "client.tgz"), archives.typescript.content);
  const readFile = (path: string) => execFileSync("tar", ["-xzOf", join(folder, "client.tgz"), `package/${path}`], { encoding: "utf8" });
  expect(readFile("esm/address.js")).toBe(`export const servedFrom = "${address}";`);
  expect(readFile("esm/index.js")).toHaveLength(200_000);
});

describe("the feed of the changelog", () => {
  test("has an entry for each version that was released, newest first", () => {
    const changes = readChangelog(
      `# Changes\n\n## 2.2.0 (${unreleased})\n\n- Later.\n\n## 2.1.0 (2026-12-01)\n\n- a < b & c\n\n## 2.0.0 (2026-11-01)\n\n- First.\n`,
    );
    const feed = writeFeed(changes, address);
    expect(Array.from(feed.matchAll(/<id>urn:covergate:clients:(.+)<\/id>/g), ([, id]) => id)).toEqual(["changelog", "2.1.0", "2.0.0"]);
    expect(Array.from(feed.matchAll(/<updated>(.+)<\/updated>/g), ([, day]) => day)).toEqual([
      "2026-12-01T00:00:00Z",
      "2026-12-01T00:00:00Z",
      "2026-11-01T00:00:00Z",
    ]);
    expect(feed).toContain('<content type="text">- a &lt; b &amp; c</content>');
    expect(feed).toContain(`<link rel="self" href="${address}/clients/changelog.atom"/>`);
  });
});
