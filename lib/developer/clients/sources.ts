import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { writeTarball } from "#lib/developer/clients/tar.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

/** The first of January 1980, the earliest date of the format. */
const date = 0x21;

const stored = 0;

/** Names are UTF-8. */
const flags = 0x800;

const fileMode = 0o100644;

/** The files of the packages of one version, before the address of an installation is written into them. */
export type ClientSources = Record<"typescript" | "python" | "php", PackedFile[]>;

/** Next bundles this file, so that only the working directory says where the project lies. */
const folder = () => join(/* turbopackIgnore: true */ process.cwd(), "clients");

/** Reads the sources of this release; 503 until scripts/clients/compile.ts is done. */
export async function readSources(): Promise<ClientSources> {
  return { typescript: await readTypescript(), ...(await readUncompiled()) };
}

export async function readUncompiled(): Promise<Omit<ClientSources, "typescript">> {
  const [python, php] = await Promise.all([
    readFiles("python", ["pyproject.toml", "README.md", "src/covergate/**/{*.py,py.typed}"]),
    readFiles("php", ["composer.json", "README.md", "src/**/*.php"]),
  ]);
  return { python, php };
}

async function readTypescript(): Promise<PackedFile[]> {
  await readdir(join(folder(), "typescript/dist")).catch((error: unknown) => {
    throw new ApiError("SERVICE_UNAVAILABLE", "the client libraries are being built", { cause: error });
  });
  const files = await readFiles("typescript", ["package.json", "README.md", "dist/**/*"]);
  return files.map(({ path, content }) => ({ path: path.replace(/^dist\//, ""), content }));
}

/** In the order of their names, with the changelog of all packages. */
async function readFiles(language: keyof ClientSources, patterns: string[]): Promise<PackedFile[]> {
  const place = join(folder(), language);
  const entries = globSync(patterns, { cwd: place, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(place.length + 1)
      .replaceAll("\\", "/"),
  );
  const files = paths.toSorted().map(async (path) => ({ path, content: await readFile(join(place, path)) }));
  const changes = join(folder(), "CHANGELOG.md");
  return Promise.all([...files, readFile(changes).then((content) => ({ path: basename(changes), content }))]);
}

export function textOf(files: readonly PackedFile[], path: string): string {
  const found = files.find((file) => file.path === path);
  if (found === undefined) throw new Error(`the client libraries have no file ${path}`);
  return found.content.toString();
}

/** Writes the address of an installation into the file that holds it. */
export function withAddress(files: readonly PackedFile[], isHolder: RegExp, line: RegExp, address: string): PackedFile[] {
  return files.map(({ path, content }) => ({
    path,
    content: isHolder.test(path) ? content.toString().replace(line, () => address) : content,
  }));
}

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

/** Writes a zip archive without compression; the same files give the same bytes, at any time and on any machine. */
export function writeZip(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const bytes = Buffer.from(content as string);
    const name = Buffer.from(path);
    const common = [word(20), word(flags), word(stored), word(0), word(date), long(crc32(bytes)), long(bytes.length), long(bytes.length)];
    const local = Buffer.concat([long(0x04034b50), ...common, word(name.length), word(0), name, bytes]);
    // Made on Unix, for the mode of the file.
    const made = [long(0x02014b50), word((3 << 8) | 20), ...common, word(name.length), word(0), word(0), word(0), word(0)];
    directory.push(...made, long(fileMode * 0x10000), long(offset), name);
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = word(files.length);
  const end = [long(0x06054b50), word(0), word(0), count, count, long(entries.length), long(offset), word(0)];
  return Buffer.concat([...parts, entries, ...end]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
