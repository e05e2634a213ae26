import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packTypescript } from "#lib/clients/typescript.ts";
import { compileClient } from "#scripts/clients/compile.ts";
import { generateTypescript } from "#scripts/clients/typescript.ts";

/** Regenerates what of the client libraries follows from the description of the API, and builds them, as the server does. */
const root = join(import.meta.dirname, "..");
for (const [path, text] of Object.entries(await generateTypescript())) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
await compileClient();
const bytes = await packTypescript("http://localhost:3000");
console.log(`@covergate/client: ${(bytes.length / 1024).toFixed(0)} KiB`);
