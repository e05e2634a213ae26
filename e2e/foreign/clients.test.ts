import { afterAll, beforeAll, describe } from "vitest";
import { endProgram } from "#db/embedded/supervise.ts";
import { settingsOfServer } from "#e2e/api/clients.ts";
import { openCrashingDatabase } from "#e2e/crash/database.ts";
import { testPhp } from "#e2e/foreign/clients/php.ts";
import { testPython } from "#e2e/foreign/clients/python.ts";
import { testTypescript } from "#e2e/foreign/clients/typescript.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { env } from "#lib/platform/env.ts";
import { compileClient, isClientCompiled } from "#scripts/clients/compile.ts";

// A database of its own, as for the other tests whose server does not come with the project.
const database = await openCrashingDatabase();

// One server for the libraries of all languages: each makes partners of its own.
let server: ServerUnderTest;
const address = () => server.url;

beforeAll(async () => {
  // The page build does it otherwise.
  if (!isClientCompiled()) await compileClient();
  server = await startServer({ databaseUrl: database.urlOfInstances, dataDirectory: env.DATA_DIR, door: "latePages" }, settingsOfServer);
});
afterAll(() => endProgram(server.program));

describe("TypeScript", () => {
  testTypescript(address);
});
describe("PHP", () => {
  testPhp(address);
});
describe("Python", () => {
  testPython(address);
});
