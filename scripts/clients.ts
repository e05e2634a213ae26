import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packVersion } from "#lib/developer/clients/served.ts";
import { readSources } from "#lib/developer/clients/sources.ts";
import { apiVersion } from "#lib/platform/wire/endpoint.ts";
import { compileClient } from "#scripts/clients/compile.ts";
import { writeExamples } from "#scripts/clients/examples.ts";
import { generatePhp } from "#scripts/clients/php.ts";
import { generatePython, generatePythonModels, modelGenerator } from "#scripts/clients/python.ts";

/** Regenerates the committed parts of the client libraries from the API description, and builds the TypeScript client like the server does. */
const root = join(import.meta.dirname, "..");
const python = "python3";
const [name, version = ""] = modelGenerator.split("==");
const result = spawnSync(python, ["-m", "pip", "show", name ?? ""], { encoding: "utf8" });
const hasModels = result.status === 0 && result.stdout.includes(`Version: ${version}\n`);
if (!hasModels) console.log(`The models of Python stay as they are: ${python} -m pip install ${modelGenerator} has them written, too.`);
const generated = {
  ...generatePython(),
  ...generatePhp(),
  ...writeExamples("typescript"),
  ...(hasModels && (await generatePythonModels(python))),
};
for (const [path, text] of Object.entries(generated)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
await compileClient();
const { archives } = packVersion(await readSources(), apiVersion, "http://localhost:3000");
for (const archive of Object.values(archives)) console.log(`${archive.name}: ${(archive.content.length / 1024).toFixed(0)} KiB`);
