import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeTar } from "#lib/developer/clients/tar.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { writeZip } from "#lib/developer/clients/zip.ts";

/** Next bundles this file, so that only the working directory says where the project lies. */
const folder = () => join(/* turbopackIgnore: true */ process.cwd(), "clients/python");

/** The wheel of `covergate`, which calls `address` where it is given no other (PEP 427). */
export async function packWheel(address: string, version: string): Promise<Buffer> {
  const { modules: files, metadata } = await readPackage(address, version);
  const about = `covergate-${version}.dist-info`;
  files.push(
    { path: `${about}/METADATA`, content: metadata },
    { path: `${about}/WHEEL`, content: "Wheel-Version: 1.0\nGenerator: covergate\nRoot-Is-Purelib: true\nTag: py3-none-any\n" },
  );
  const record = [...files.map(recordOf), `${about}/RECORD,,`].join("\n");
  return writeZip([...files, { path: `${about}/RECORD`, content: `${record}\n` }]);
}

/** The same as sources, from which pip builds a wheel (PEP 517). */
export async function packSources(address: string, version: string): Promise<Buffer> {
  const { modules, metadata, project, readme } = await readPackage(address, version);
  const about = [
    { path: "PKG-INFO", content: metadata },
    { path: "pyproject.toml", content: project },
    { path: "README.md", content: readme },
    { path: "CHANGELOG.md", content: await readFile(join(folder(), "../CHANGELOG.md"), "utf8") },
  ];
  const files = [...about, ...modules.map(({ path, content }) => ({ path: `src/${path}`, content }))];
  return gzipSync(writeTar(files.map(({ path, content }) => ({ path: `covergate-${version}/${path}`, content }))), { level: 9 });
}

interface PythonPackage {
  /** Paths as Python imports them. */
  modules: PackedFile[];
  metadata: string;
  project: string;
  readme: string;
}

async function readPackage(address: string, version: string): Promise<PythonPackage> {
  const sources = join(folder(), "src");
  const paths = globSync("covergate/**/{*.py,py.typed}", { cwd: sources }).map((path) => path.replaceAll("\\", "/"));
  const line = `SERVED_FROM = ${JSON.stringify(address)}`;
  const modules = paths.toSorted().map(async (path) => {
    const content = await readFile(join(sources, path), "utf8");
    return { path, content: path === "covergate/_address.py" ? content.replace(/SERVED_FROM = ".*"/, () => line) : content };
  });
  const [project = "", readme = ""] = await Promise.all(
    ["pyproject.toml", "README.md"].map((name) => readFile(join(folder(), name), "utf8")),
  );
  return { modules: await Promise.all(modules), metadata: describe(project, readme, version), project, readme };
}

/** The core metadata, from pyproject.toml. */
function describe(project: string, readme: string, version: string): string {
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
    readme,
  ].join("\n");
}

function recordOf({ path, content }: PackedFile): string {
  const bytes = Buffer.from(content as string);
  return `${path},sha256=${createHash("sha256").update(bytes).digest("base64url")},${bytes.length}`;
}
