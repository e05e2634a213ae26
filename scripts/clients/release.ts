import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unreleased } from "#lib/developer/clients/changelog.ts";
import {
  integrityOf,
  packVersion,
  readRelease,
  readReleases,
  referenceAddress,
  releasesFolder,
  writeRelease,
} from "#lib/developer/clients/served.ts";
import { readSources } from "#lib/developer/clients/sources.ts";
import type { ClientSources } from "#lib/developer/clients/sources.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { apiVersion } from "#lib/platform/wire/endpoint.ts";
import { compileClient } from "#scripts/clients/compile.ts";

/** Throws if a version was released with other files: the next change needs a version of its own. */
export async function assertUnchanged(version: string, sources: Partial<ClientSources>, folder: string = releasesFolder()): Promise<void> {
  const releases = await readReleases(folder);
  if (!releases.some((release) => release.version === version)) return;
  const kept = await readRelease(folder, version);
  const changed = Object.entries(sources).flatMap(([language, files]) => {
    const before = new Map(kept[language as keyof ClientSources].map(({ path, content }) => [path, content.toString()]));
    const now = new Map(files.map(({ path, content }) => [path, content.toString()]));
    const paths = new Set([...before.keys(), ...now.keys()]);
    return [...paths].filter((path) => before.get(path) !== now.get(path)).map((path) => `${language}/${path}`);
  });
  if (changed.length === 0) return;
  throw new Error(
    `version ${version} of the client libraries is released, and ${changed.slice(0, 5).join(", ")} changed since: raise apiVersion in lib/platform/wire/endpoint.ts, the versions in clients, and begin a section of clients/CHANGELOG.md`,
  );
}

/** Keeps the files of a version for good. */
export async function keepRelease(
  version: string,
  sources: ClientSources,
  released: string,
  folder: string = releasesFolder(),
): Promise<void> {
  const releases = await readReleases(folder);
  if (releases.some((release) => release.version === version)) throw new Error(`version ${version} is released already`);
  const integrity = integrityOf(packVersion(sources, version, referenceAddress));
  writeFileSync(join(folder, `${version}.tar.gz`), writeRelease(sources));
  writeFileSync(join(folder, "releases.json"), `${JSON.stringify([...releases, { version, released, integrity }], null, 2)}\n`);
}

if (import.meta.main) {
  const day = currentTime().toISOString().slice(0, 10);
  const changelog = join(releasesFolder(), "../CHANGELOG.md");
  const heading = `## ${apiVersion} (${unreleased})`;
  const text = readFileSync(changelog, "utf8");
  if (!text.includes(heading)) throw new Error(`clients/CHANGELOG.md has no section "${heading}"`);
  await compileClient();
  writeFileSync(changelog, text.replace(heading, `## ${apiVersion} (${day})`));
  await keepRelease(apiVersion, await readSources(), day);
  console.log(`Version ${apiVersion} is kept in clients/releases: commit it.`);
}
