import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const folder = join(root, "clients/typescript");
const output = join(folder, "dist");
const formats = { esm: ["esnext", "module"], cjs: ["commonjs", "commonjs"] } as const;

/** True where the TypeScript client was compiled, of whatever sources. */
export function isClientCompiled(): boolean {
  return existsSync(output);
}

/** Compiles the TypeScript client into its folder `dist`, of which the server makes the npm package (lib/clients/typescript.ts). */
export async function compileClient(): Promise<void> {
  const scratch = `${output}-new`;
  await rm(scratch, { recursive: true, force: true });
  await Promise.all((["esm", "cjs"] as const).map((format) => emit(format, join(scratch, format))));
  await rm(output, { recursive: true, force: true });
  await rename(scratch, output);
}

async function emit(format: keyof typeof formats, place: string): Promise<void> {
  const [module, type] = formats[format];
  const compiler = [join(root, "node_modules/typescript/bin/tsc"), "--project", join(folder, "tsconfig.build.json")];
  await run(process.execPath, [...compiler, "--module", module, "--outDir", place]);
  await writeFile(join(place, "package.json"), JSON.stringify({ type }));
  // The compiler leaves the names of the sources in the types.
  const declarations = (await readdir(place, { recursive: true })).filter((path) => path.endsWith(".d.ts"));
  for (const path of declarations) {
    const text = await readFile(join(place, path), "utf8");
    await writeFile(join(place, path), text.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}
