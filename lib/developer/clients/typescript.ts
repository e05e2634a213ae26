import { withAddress } from "#lib/developer/clients/sources.ts";
import { writeTarball } from "#lib/developer/clients/tar.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";

/** The npm package `@covergate/client`, which calls `address` where it is given no other. */
export function packTypescript(sources: readonly PackedFile[], address: string): Buffer {
  const files = withAddress(sources, /\/address\.js$/, /servedFrom = ".*";/, `servedFrom = ${JSON.stringify(address)};`);
  return writeTarball(files.map(({ path, content }) => ({ path: `package/${path}`, content })));
}
