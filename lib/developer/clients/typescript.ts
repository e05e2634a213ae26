import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { writeTar } from "#lib/developer/clients/tar.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

/** Next bundles this file, so that only the working directory says where the project lies. */
const folder = () => join(/* turbopackIgnore: true */ process.cwd(), "clients/typescript");

/** The npm package `@covergate/client`, which calls `address` where it is given no other; 503 until scripts/clients/compile.ts is done. */
export async function packTypescript(address: string): Promise<Buffer> {
  const line = `servedFrom = ${JSON.stringify(address)};`;
  const files = (await readFiles()).map(({ path, content }) => ({
    path: `package/${path}`,
    content: path.endsWith("/address.js") ? content.toString().replace(/servedFrom = ".*";/, () => line) : content,
  }));
  return gzipSync(writeTar(files), { level: 9 });
}

async function readFiles(): Promise<PackedFile[]> {
  const compiled = join(folder(), "dist");
  const entries = await readdir(compiled, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new ApiError("SERVICE_UNAVAILABLE", "the client libraries are being built", { cause: error });
  });
  const sources = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = ["package.json", "README.md", "../CHANGELOG.md"].map((name) => join(folder(), name));
  const named = [
    ...own.map((source) => ({ source, path: basename(source) })),
    ...sources.toSorted().map((source) => ({ source, path: relative(compiled, source).replaceAll("\\", "/") })),
  ];
  return Promise.all(named.map(async ({ source, path }) => ({ path, content: await readFile(source) })));
}
