import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { packSources, packWheel } from "#lib/developer/clients/python.ts";
import type { ClientSources } from "#lib/developer/clients/sources.ts";
import { textOf, withAddress } from "#lib/developer/clients/sources.ts";
import { readTar, writeTar, writeTarball } from "#lib/developer/clients/tar.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { writeZip } from "#lib/developer/clients/zip.ts";
import { addMonths } from "#lib/platform/time/days-and-months.ts";

/** A version that was released: its files stay as they were (rules/access.md#clients-3). */
export interface Release {
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
export function supportedUntil(releases: readonly Release[], version: string): string | null {
  const place = releases.findIndex((release) => release.version === version);
  const next = place === -1 ? undefined : releases[place + 1];
  if (next === undefined) return null;
  return addMonths(new Date(next.released), supportMonths, { timeZone: "UTC", renewalDay: null }).toISOString().slice(0, 10);
}

export interface Archive {
  name: string;
  content: Buffer;
  mimeType: string;
  integrity: string;
}

export interface PackedVersion {
  archives: Record<"typescript" | "python" | "python_sources" | "php", Archive>;
  /** Its entry in the Composer repository; the archive is served at this address. */
  composer(urlOfArchive: string): object;
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
