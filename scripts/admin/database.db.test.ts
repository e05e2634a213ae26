import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { create } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { env } from "#lib/platform/env.ts";

// Each runs the command in a process of its own.

interface Outcome {
  code: number;
  out: string;
  error: string;
}

const root = join(import.meta.dirname, "../..");

/** Runs the command as npm does, with a data directory that is empty. */
async function run(changes: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-admin-"));
  const settings = {
    NODE_ENV: "test",
    DATABASE_URL: env.DATABASE_URL,
    APP_SECRET: env.APP_SECRET,
    DATA_DIR: directory,
    ...changes,
  } as const;
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(root, "scripts/admin.ts"), ...args], {
      cwd: root,
      env: settings,
    });
    return { code: 0, out: stdout, error: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, error: stderr };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const emailOf = () => `${randomUUID()}@people.example`;
const invite = (email: string) => ["--json", "invite-staff", email, "--name", "Ada", "--role", "support"];

test("the admin command uses the database of DATABASE_URL", async () => {
  const email = emailOf();
  const { code, out, error } = await run({}, ...invite(email));
  expect({ code, error }).toEqual({ code: 0, error: "" });
  const { userId } = JSON.parse(out) as { userId: string };
  expect([...(await sql`select id from users where email = ${email}`)]).toEqual([{ id: userId }]);
});

test("bin/covergate migrate --plan says what a start would do to an empty database, and leaves it empty", async () => {
  const { url, remove } = await createDatabase(inject("databaseServer"));
  onTestFinished(remove);
  const settings = { NODE_ENV: "test", DATABASE_URL: url } as const;
  const { stdout } = await promisify(execFile)(join(root, "bin/covergate"), ["migrate", "--plan"], { env: settings });
  expect(stdout).toMatch(/^1\.0: one transaction of about a moment\n {2}CREATE EXTENSION /);
  const created = postgres(url, { max: 1 });
  expect([...(await created`select nspname from pg_namespace where nspname = 'drizzle'`)]).toEqual([]);
  await created.end();
});

test.for([
  {
    error: "another APP_SECRET",
    changes: { APP_SECRET: "another-secret-than-that-of-the-keys-here" },
    says: "Keys in this database were made with another APP_SECRET",
  },
  { error: "no APP_SECRET", changes: { APP_SECRET: "" }, says: "There is neither APP_SECRET nor" },
  {
    error: "a database that does not answer",
    changes: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" },
    says: "The database does not answer",
  },
  { error: "neither DATABASE_URL nor an embedded database", changes: { DATABASE_URL: "" }, says: "There is no database in" },
])("the admin command changes nothing with $error", async ({ changes, says }) => {
  await create(operatorContext("admin tests", new Date()), { name: `Essai ${randomUUID()}` });
  const email = emailOf();
  const { code, out, error } = await run(changes, ...invite(email));
  expect({ code, out, sentences: error.trim().split("\n").length }).toEqual({ code: 1, out: "", sentences: 1 });
  expect(error).toContain(says);
  expect(await sql`select from users where email = ${email}`).toHaveLength(0);
});
