import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { environmentWith } from "#scripts/settings.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const folder = join(root, "clients/typescript");
const output = join(folder, "dist");
const formats = { esm: ["esnext", "module"], cjs: ["commonjs", "commonjs"] } as const;

/** True if the TypeScript client was compiled, from whichever sources. */
export function isClientCompiled(): boolean {
  return existsSync(output);
}

/** Generates the TypeScript client and compiles it into `dist`, from which the server makes the npm package (lib/developer/clients/typescript.ts). */
export async function compileClient(): Promise<void> {
  // A process of its own: the description loads all of the API, which reads the settings.
  await run(process.execPath, [join(import.meta.dirname, "typescript.ts")], { env: environmentWith({ NODE_NO_WARNINGS: "1" }) });
  const scratch = `${output}-new`;
  await rm(scratch, { recursive: true, force: true });
  await Promise.all((["esm", "cjs"] as const).map((format) => emit(format, join(scratch, format))));
  await keepCommandLine(scratch);
  await rm(output, { recursive: true, force: true });
  await rename(scratch, output);
}

async function emit(format: keyof typeof formats, place: string): Promise<void> {
  const [module, type] = formats[format];
  const compiler = [join(root, "node_modules/typescript/bin/tsc"), "--project", join(folder, "tsconfig.build.json")];
  await run(process.execPath, [...compiler, "--module", module, "--outDir", place]);
  await writeFile(join(place, "package.json"), JSON.stringify({ type }));
  // The compiler keeps the `.ts` file names in the types.
  const declarations = (await readdir(place, { recursive: true })).filter((path) => path.endsWith(".d.ts"));
  for (const path of declarations) {
    const text = await readFile(join(place, path), "utf8");
    await writeFile(join(place, path), text.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

/** The command line is only a program: one format, no types, and its argument parser bundled, so that the package has no dependency. */
async function keepCommandLine(place: string): Promise<void> {
  await rm(join(place, "cjs/cli"), { recursive: true });
  const program = join(place, "esm/cli");
  for (const path of await readdir(program, { recursive: true })) {
    const file = join(program, path);
    if (path.endsWith(".d.ts")) await rm(file);
    else if (path.endsWith(".js")) {
      const toRoot = path.includes(sep) ? ".." : ".";
      await writeFile(file, (await readFile(file, "utf8")).replaceAll('from "commander"', `from "${toRoot}/commander/index.js"`));
    }
  }
  const parser = join(root, "node_modules/commander");
  for (const path of ["index.js", "lib", "LICENSE"]) await cp(join(parser, path), join(program, "commander", path), { recursive: true });
}
