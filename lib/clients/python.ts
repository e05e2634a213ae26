import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackedFile } from "#lib/clients/tar.ts";
import { writeZip } from "#lib/clients/zip.ts";

/** Next bundles this file, so that only the working directory says where the project lies. */
const folder = () => join(/* turbopackIgnore: true */ process.cwd(), "clients/python");

/** The wheel of `covergate`, which calls `address` where it is given no other (PEP 427). */
export async function packPython(address: string, version: string): Promise<Buffer> {
  const sources = join(folder(), "src");
  const paths = globSync("covergate/**/{*.py,py.typed}", { cwd: sources }).map((path) => path.replaceAll("\\", "/"));
  const modules = await Promise.all(paths.toSorted().map(async (path) => ({ path, content: await readFile(join(sources, path), "utf8") })));
  const line = `SERVED_FROM = ${JSON.stringify(address)}`;
  const files: PackedFile[] = modules.map(({ path, content }) => ({
    path,
    content: path === "covergate/_address.py" ? content.replace(/SERVED_FROM = ".*"/, () => line) : content,
  }));
  const about = `covergate-${version}.dist-info`;
  const [project, readme] = await Promise.all(["pyproject.toml", "README.md"].map((name) => readFile(join(folder(), name), "utf8")));
  files.push(
    { path: `${about}/METADATA`, content: describe(project ?? "", readme ?? "", version) },
    { path: `${about}/WHEEL`, content: "Wheel-Version: 1.0\nGenerator: covergate\nRoot-Is-Purelib: true\nTag: py3-none-any\n" },
  );
  const record = [...files.map(recordOf), `${about}/RECORD,,`].join("\n");
  return writeZip([...files, { path: `${about}/RECORD`, content: `${record}\n` }]);
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
