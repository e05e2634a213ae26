import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeZip } from "#lib/developer/clients/zip.ts";

/** Next bundles this file, so that only the working directory says where the project lies. */
const folder = () => join(/* turbopackIgnore: true */ process.cwd(), "clients/php");

/** The Composer package `covergate/client`, which calls `address` where it is given no other. */
export async function packPhp(address: string): Promise<Buffer> {
  const paths = globSync(["composer.json", "README.md", "src/**/*.php"], { cwd: folder() }).map((path) => path.replaceAll("\\", "/"));
  const line = `SERVED_FROM = '${address}'`;
  const files = paths.toSorted().map(async (path) => {
    const content = await readFile(join(folder(), path), "utf8");
    return { path: `client/${path}`, content: path === "src/Address.php" ? content.replace(/SERVED_FROM = '.*'/, () => line) : content };
  });
  const changes = { path: "client/CHANGELOG.md", content: await readFile(join(folder(), "../CHANGELOG.md"), "utf8") };
  return writeZip([...(await Promise.all(files)), changes]);
}

/** The Composer repository that has this one package. */
export async function describePhp(archive: { url: string; content: Buffer }, version: string): Promise<object> {
  const manifest = JSON.parse(await readFile(join(folder(), "composer.json"), "utf8")) as { name: string };
  const shasum = createHash("sha1").update(archive.content).digest("hex");
  return { packages: { [manifest.name]: { [version]: { ...manifest, version, dist: { type: "zip", url: archive.url, shasum } } } } };
}
