import { createHash } from "node:crypto";
import { readChangelog, writeFeed } from "#lib/developer/clients/changelog.ts";
import { packVersion, readRelease, readReleases, releasesFolder, supportedUntil } from "#lib/developer/clients/releases.ts";
import type { Archive, PackedVersion, Release } from "#lib/developer/clients/releases.ts";
import { readSources, textOf } from "#lib/developer/clients/sources.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import { apiVersion } from "#lib/platform/wire/endpoint.ts";

interface ServedFile {
  content: string | Buffer;
  mimeType: string;
  /** True for files that never change: the packages of a released version. */
  isForGood: boolean;
}

/** The files served below `/clients`, by file name (rules/access.md#clients-1). */
type ServedClients = ReadonlyMap<string, ServedFile>;

/** The file that a name for the newest version leads to. */
export const latest: ReadonlyMap<string, string> = new Map([
  ["covergate-client-latest.tgz", `covergate-client-${apiVersion}.tgz`],
  ["covergate-latest-py3-none-any.whl", `covergate-${apiVersion}-py3-none-any.whl`],
  // pip takes no wheel whose name has no version; it does take these.
  ["covergate-latest.tar.gz", `covergate-${apiVersion}.tar.gz`],
]);

// A cache of one, since requests mostly use one address.
let last: { address: string; clients: Promise<ServedClients> } | undefined;

/** The packages for those who use this address, made at the first request. */
export function clientsFor(address: string): Promise<ServedClients> {
  if (last?.address === address) return last.clients;
  const clients = packAll(address);
  const entry = { address, clients };
  last = entry;
  clients.catch(() => {
    // The next request tries again.
    if (last === entry) last = undefined;
  });
  return clients;
}

interface Version extends PackedVersion {
  version: string;
  released: string | null;
}

/** Packs every released version as it was, and this one as it is until it is released (rules/access.md#clients-3). */
export async function packAll(
  address: string,
  { folder = releasesFolder(), read = readSources }: { folder?: string; read?: typeof readSources } = {},
): Promise<ServedClients> {
  const releases = await readReleases(folder);
  const versions: Version[] = [];
  for (const { version, released } of releases) {
    versions.unshift({ version, released, ...packVersion(await readRelease(folder, version), version, address) });
  }
  const sources = await read();
  if (!releases.some(({ version }) => version === apiVersion)) {
    versions.unshift({ version: apiVersion, released: null, ...packVersion(sources, apiVersion, address) });
  }
  const archives = versions.flatMap(({ archives: ofVersion, released }) =>
    Object.values(ofVersion).map(({ name, content, mimeType }) => [name, { content, mimeType, isForGood: released !== null }] as const),
  );
  const feed = writeFeed(readChangelog(textOf(sources.php, "CHANGELOG.md")), address);
  return new Map<string, ServedFile>([
    ...archives,
    ["index.json", json(writeIndex(versions, releases, address))],
    ["packages.json", json(writeComposer(versions, address))],
    ["recipes.json", json(recipes)],
    ["changelog.atom", { content: feed, mimeType: "application/atom+xml; charset=utf-8", isForGood: false }],
  ]);
}

function json(value: unknown): ServedFile {
  return { content: JSON.stringify(value), mimeType: "application/json; charset=utf-8", isForGood: false };
}

function writeIndex(versions: readonly Version[], releases: readonly Release[], address: string): object {
  const entryOf = ({ name, content, integrity }: Archive) => ({
    url: urlOf(name, address),
    integrity,
    sha256: createHash("sha256").update(content).digest("hex"),
  });
  const listed = versions.map(({ version, released, archives: { typescript, python, python_sources: sources, php } }) => ({
    version,
    released,
    supported_until: supportedUntil(releases, version),
    typescript: entryOf(typescript),
    python: entryOf(python),
    python_sources: entryOf(sources),
    php: entryOf(php),
  }));
  const [newest] = listed;
  return {
    version: newest?.version,
    typescript: newest?.typescript,
    python: newest?.python,
    php: { repository: urlOf("", address), package: "covergate/client" },
    changelog: urlOf("changelog.atom", address),
    versions: listed,
  };
}

function writeComposer(versions: readonly Version[], address: string): object {
  const entries = versions.map(({ version, archives, composer }) => [version, composer(urlOf(archives.php.name, address))] as const);
  return { packages: { "covergate/client": Object.fromEntries(entries) } };
}

function urlOf(name: string, address: string): string {
  return new URL(`/clients/${name}`, address).href;
}
