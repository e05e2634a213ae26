import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { readChangelog, writeFeed } from "#lib/developer/clients/changelog.ts";
import { packSources, packWheel, readSources, textOf, withAddress, writeZip } from "#lib/developer/clients/sources.ts";
import type { ClientSources } from "#lib/developer/clients/sources.ts";
import { readTar, writeTar, writeTarball } from "#lib/developer/clients/tar.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import { addMonths } from "#lib/platform/time/days-and-months.ts";
import { apiVersion } from "#lib/platform/wire/endpoint.ts";

/** A version that was released: its files stay as they were (rules/access.md#clients-3). */
interface Release {
  version: string;
  /** A day such as 2026-11-27. */
  released: string;
  /** The packages for `referenceAddress`, by language, as npm writes it: neither the files nor the way of packing them may change. */
  integrity: Record<string, string>;
}

export const referenceAddress = "https://covergate.example";

/** How long a version is supported after the next one was released (rules/access.md#clients-4). */
const supportMonths = 24;

/** Next bundles this file, so that only the working directory says where the project lies. */
export const releasesFolder = (): string => join(/* turbopackIgnore: true */ process.cwd(), "clients/releases");

interface Archive {
  name: string;
  content: Buffer;
  mimeType: string;
  integrity: string;
}

interface PackedVersion {
  archives: Record<"typescript" | "python" | "python_sources" | "php", Archive>;
  /** Its entry in the Composer repository; the archive is served at this address. */
  composer(urlOfArchive: string): object;
}

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

/** Oldest first. */
export async function readReleases(folder: string): Promise<Release[]> {
  return JSON.parse(await readFile(join(folder, "releases.json"), "utf8")) as Release[];
}

export async function readRelease(folder: string, version: string): Promise<ClientSources> {
  const files = readTar(gunzipSync(await readFile(join(folder, `${version}.tar.gz`))));
  const of = (language: string) =>
    files.flatMap(({ path, content }) => (path.startsWith(`${language}/`) ? [{ path: path.slice(language.length + 1), content }] : []));
  return { typescript: of("typescript"), python: of("python"), php: of("php") };
}

/** The file that is kept of a release. */
export function writeRelease(sources: ClientSources): Buffer {
  const files = Object.entries(sources).flatMap(([language, ofLanguage]) =>
    ofLanguage.map(({ path, content }): PackedFile => ({ path: `${language}/${path}`, content })),
  );
  return gzipSync(writeTar(files), { level: 9 });
}

/** Until which day a version is supported; null for the newest one. */
function supportedUntil(releases: readonly Release[], version: string): string | null {
  const place = releases.findIndex((release) => release.version === version);
  const next = place === -1 ? undefined : releases[place + 1];
  if (next === undefined) return null;
  return addMonths(new Date(next.released), supportMonths, { timeZone: "UTC", renewalDay: null }).toISOString().slice(0, 10);
}

/** The packages of a version for those who use an address. */
export function packVersion(sources: ClientSources, version: string, address: string): PackedVersion {
  const php = archive(`covergate-client-${version}.zip`, packPhp(sources.php, address));
  return {
    archives: {
      typescript: archive(`covergate-client-${version}.tgz`, packTypescript(sources.typescript, address)),
      python: archive(`covergate-${version}-py3-none-any.whl`, packWheel(sources.python, address, version)),
      python_sources: archive(`covergate-${version}.tar.gz`, packSources(sources.python, address, version)),
      php,
    },
    composer: (url) => describePhp(sources.php, version, { url, content: php.content }),
  };
}

function archive(name: string, content: Buffer): Archive {
  const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
  return { name, content, mimeType: name.endsWith("gz") ? "application/gzip" : "application/zip", integrity };
}

export function integrityOf({ archives }: PackedVersion): Record<string, string> {
  return Object.fromEntries(Object.entries(archives).map(([language, { integrity }]) => [language, integrity]));
}

/** The npm package `@covergate/client`, which calls `address` where it is given no other. */
function packTypescript(sources: readonly PackedFile[], address: string): Buffer {
  const files = withAddress(sources, /\/address\.js$/, /servedFrom = ".*";/, `servedFrom = ${JSON.stringify(address)};`);
  return writeTarball(files.map(({ path, content }) => ({ path: `package/${path}`, content })));
}

/** The Composer package `covergate/client`, which calls `address` where it is given no other. */
function packPhp(sources: readonly PackedFile[], address: string): Buffer {
  const files = withAddress(sources, /^src\/Address\.php$/, /SERVED_FROM = '.*'/, `SERVED_FROM = '${address}'`);
  return writeZip(files.map(({ path, content }) => ({ path: `client/${path}`, content })));
}

/** The package in the Composer repository. */
function describePhp(sources: readonly PackedFile[], version: string, zip: { url: string; content: Buffer }): object {
  const shasum = createHash("sha1").update(zip.content).digest("hex");
  return { ...(JSON.parse(textOf(sources, "composer.json")) as object), version, dist: { type: "zip", url: zip.url, shasum } };
}
