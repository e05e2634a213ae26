import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import journal from "#db/migrations/meta/_journal.json" with { type: "json" };
import { createDatabase } from "#e2e/setup/create-database.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { create } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { env } from "#lib/platform/env.ts";
import manifest from "#package.json" with { type: "json" };
import { settingsOfStart } from "#scripts/start.fixture.ts";

// A started instance attempts every due delivery, so it needs its own database.
await useOwnDatabase();

const root = join(import.meta.dirname, "..");

/** Starts Covergate as npm does, with some settings of its own, and waits for its end. */
function start(changes: Record<string, string>, ...args: string[]): Promise<{ stdout: string }> {
  // Away from the .env of a developer.
  const options = { cwd: env.DATA_DIR, env: { ...settingsOfStart(), ...changes }, timeout: 60_000 };
  return promisify(execFile)(process.execPath, [join(root, "scripts/start.ts"), ...args], options);
}

test("a free port is searched on HOST itself", async () => {
  // The address is reserved for documentation, so no machine has it.
  await expect(start({ HOST: "192.0.2.1" })).rejects.toMatchObject({
    code: 1,
    stderr: "Covergate cannot listen on 192.0.2.1 port 0 (EADDRNOTAVAIL): set HOST to an address of this machine.\n",
  });
});

test("covergate migrate brings a new database to this release, and ends without listening", async () => {
  const { url, remove } = await createDatabase(inject("databaseServer"));
  onTestFinished(remove);
  const { stdout } = await start({ DATABASE_URL: url, DATABASE_SOCKET: "" }, "migrate");
  expect(JSON.parse(stdout)).toMatchObject({ msg: "the database is that of this release", version: manifest.version });
  const created = postgres(url, { max: 1 });
  const [row] = await created`select count(*)::int as count from drizzle.__drizzle_migrations`;
  await created.end();
  expect(row).toEqual({ count: journal.entries.length });
});

test("Covergate does not start with another APP_SECRET than that of its database's keys", async () => {
  await create(operatorContext("start tests", new Date()), { name: `Essai ${randomUUID()}` });
  await expect(start({ APP_SECRET: "another-secret-than-that-of-the-keys-here" })).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Keys in this database were made with another APP_SECRET: set that one/),
  });
});
