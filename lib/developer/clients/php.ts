import { createHash } from "node:crypto";
import { textOf, withAddress } from "#lib/developer/clients/sources.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { writeZip } from "#lib/developer/clients/zip.ts";

/** The Composer package `covergate/client`, which calls `address` where it is given no other. */
export function packPhp(sources: readonly PackedFile[], address: string): Buffer {
  const files = withAddress(sources, /^src\/Address\.php$/, /SERVED_FROM = '.*'/, `SERVED_FROM = '${address}'`);
  return writeZip(files.map(({ path, content }) => ({ path: `client/${path}`, content })));
}

/** The package in the Composer repository. */
export function describePhp(sources: readonly PackedFile[], version: string, archive: { url: string; content: Buffer }): object {
  const shasum = createHash("sha1").update(archive.content).digest("hex");
  return { ...(JSON.parse(textOf(sources, "composer.json")) as object), version, dist: { type: "zip", url: archive.url, shasum } };
}
