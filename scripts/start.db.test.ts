import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { create } from "#lib/partners/create.ts";

test("Covergate does not start with another APP_SECRET than that of the keys that its database holds", async () => {
  await create({ now: new Date(), actor: { type: "staff", name: "start tests" }, address: null }, { name: `Essai ${randomUUID()}` });
  const start = promisify(execFile)(process.execPath, [join(import.meta.dirname, "start.ts")], {
    // Away from the .env of a developer.
    cwd: env.DATA_DIR,
    env: {
      NODE_ENV: "test",
      DATABASE_URL: env.DATABASE_URL,
      DATA_DIR: env.DATA_DIR,
      PORT: "0",
      APP_SECRET: "another-secret-than-that-of-the-keys-here",
    },
    timeout: 60_000,
  });
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: "The keys in this database were made with another APP_SECRET: set that one.\n",
  });
});
