import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { describeForClients } from "#scripts/clients/description.ts";
import { environmentWith } from "#scripts/settings.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Writes the generated files of the TypeScript client, which are not in the repository: `schema.ts` by openapi-typescript, and tables. */
export async function generateTypescript(): Promise<void> {
  const { document, ...tables } = describeForClients();
  const folder = join(root, "clients/typescript/src/generated");
  const generated = { "schema.ts": await generateSchema(document), "api.ts": writeTables(tables) };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(generated)) {
    const path = join(folder, name);
    // Another check may be reading the file.
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}

export async function generateSchema(document: object): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "covergate-clients-"));
  try {
    const [input, output] = [join(scratch, "openapi.json"), join(scratch, "schema.ts")];
    writeFileSync(input, JSON.stringify(document));
    const generator = [join(root, "node_modules/openapi-typescript/bin/cli.js"), input, "--output", output];
    const names = ["--root-types", "--root-types-no-schema-prefix"];
    await run(process.execPath, ["--import", join(root, "scripts/clients/typescript-5.ts"), ...generator, ...names], {
      // Outside the repository, whose redocly.yaml has rules for the whole description.
      cwd: scratch,
      env: environmentWith({ NODE_NO_WARNINGS: "1" }),
    });
    return readFileSync(output, "utf8");
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function writeTables({
  version,
  operations,
  errors,
  errorNames,
  requestFields,
}: Omit<ReturnType<typeof describeForClients>, "document">): string {
  return `/** Generated from the published description by each build. */

export const version = "${version}";

/** The side of the API whose errors an operation answers with: codes mean different things on each side. */
export type Side = ${Object.keys(errorNames)
    .map((side) => `"${side}"`)
    .join(" | ")};

export const operations = ${table(operations)} as const;

export const errors = ${table(errors)} as const;

export const errorNames = ${table(errorNames)} as const;

export const requestFields: ReadonlySet<string> = new Set(${JSON.stringify(requestFields)});

export const eventTypes = ${table(eventTypes)} as const;
`;
}

function table(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

if (import.meta.main) await generateTypescript();
