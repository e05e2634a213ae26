import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { send } from "#e2e/api/raw.ts";
import { makePartner, registerRenter } from "#e2e/api/world.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const client = join(root, "e2e/client");
const node = (args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, args, { cwd: root, env: { NODE_ENV: "test", NODE_NO_WARNINGS: "1", ...env } });

test("a generated client has the types that a program needs, and can call every operation", async () => {
  const document = join(client, "openapi.json");
  writeFileSync(document, (await send({ method: "GET", path: "/v2/openapi.json" })).text);
  const generator = "node_modules/openapi-typescript/bin/cli.js";
  await node(["--import", "./scripts/clients/typescript-5.ts", generator, document, "--output", join(client, "schema.d.ts")]);
  await node(["node_modules/typescript/bin/tsc", "--project", client]);

  const { id, development } = await makePartner({ features: ["bulk_renewals"] });
  const RENTER = await registerRenter({ partnerIds: [id] });
  const { stdout } = await node([join(client, "walk.ts")], { API_URL: `${inject("baseUrl")}/v2`, API_KEY: development.key, RENTER });
  const walked = new Set(stdout.trim().split("\n"));
  expect(endpoints.map(({ method, path }) => `${method} ${path}`).filter((operation) => !walked.has(operation))).toEqual([]);
});
