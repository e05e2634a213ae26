import { createHash } from "node:crypto";
import { textOf, withAddress } from "#lib/developer/clients/sources.ts";
import { writeTarball } from "#lib/developer/clients/tar.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { writeZip } from "#lib/developer/clients/zip.ts";

/** The wheel of `covergate`, which calls `address` where it is given no other (PEP 427). */
export function packWheel(sources: readonly PackedFile[], address: string, version: string): Buffer {
  const modules = addressed(sources, address).filter(({ path }) => path.startsWith("src/"));
  const about = `covergate-${version}.dist-info`;
  const files = [
    ...modules.map(({ path, content }) => ({ path: path.replace(/^src\//, ""), content })),
    { path: `${about}/METADATA`, content: describe(sources, version) },
    { path: `${about}/WHEEL`, content: "Wheel-Version: 1.0\nGenerator: covergate\nRoot-Is-Purelib: true\nTag: py3-none-any\n" },
  ];
  const record = [...files.map(recordOf), `${about}/RECORD,,`].join("\n");
  return writeZip([...files, { path: `${about}/RECORD`, content: `${record}\n` }]);
}

/** The same as sources, from which pip builds a wheel (PEP 517). */
export function packSources(sources: readonly PackedFile[], address: string, version: string): Buffer {
  const files = [{ path: "PKG-INFO", content: describe(sources, version) }, ...addressed(sources, address)];
  return writeTarball(files.map(({ path, content }) => ({ path: `covergate-${version}/${path}`, content })));
}

function addressed(sources: readonly PackedFile[], address: string): PackedFile[] {
  return withAddress(sources, /^src\/covergate\/_address\.py$/, /SERVED_FROM = ".*"/, `SERVED_FROM = ${JSON.stringify(address)}`);
}

/** The core metadata, from pyproject.toml. */
function describe(sources: readonly PackedFile[], version: string): string {
  const project = textOf(sources, "pyproject.toml");
  const valueOf = (name: string) => new RegExp(`^${name} = "(.*)"$`, "m").exec(project)?.[1] ?? "";
  const dependencies = /^dependencies = \[(.*)\]$/m.exec(project)?.[1]?.matchAll(/"([^"]+)"/g) ?? [];
  return [
    "Metadata-Version: 2.1",
    `Name: ${valueOf("name")}`,
    `Version: ${version}`,
    `Summary: ${valueOf("description")}`,
    `License: ${valueOf("license")}`,
    `Requires-Python: ${valueOf("requires-python")}`,
    ...Array.from(dependencies, ([, dependency]) => `Requires-Dist: ${dependency}`),
    "Description-Content-Type: text/markdown",
    "",
    textOf(sources, "README.md"),
  ].join("\n");
}

function recordOf({ path, content }: PackedFile): string {
  const bytes = Buffer.from(content as string);
  return `${path},sha256=${createHash("sha256").update(bytes).digest("base64url")},${bytes.length}`;
}
