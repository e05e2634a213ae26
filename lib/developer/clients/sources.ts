import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

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
