import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { create } from "#lib/partners/change.ts";

/** Starts Covergate as npm does, with some settings of its own. */
function start(settings: Record<string, string>): Promise<unknown> {
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, "start.ts")], {
    // Away from the .env of a developer.
    cwd: env.DATA_DIR,
    env: { NODE_ENV: "test", DATABASE_URL: env.DATABASE_URL, DATA_DIR: env.DATA_DIR, PORT: "0", APP_SECRET: env.APP_SECRET, ...settings },
    timeout: 60_000,
  });
}

test("any free port is looked for at HOST itself", async () => {
  // Of the addresses that are for documentation no machine has one.
  await expect(start({ HOST: "192.0.2.1" })).rejects.toMatchObject({
    code: 1,
    stderr: "Covergate cannot listen on 192.0.2.1 port 0 (EADDRNOTAVAIL): set HOST to an address of this machine.\n",
  });
});

test("Covergate does not start with another APP_SECRET than that of the keys that its database holds", async () => {
  await create({ now: new Date(), actor: { type: "staff", name: "start tests" }, address: null }, { name: `Essai ${randomUUID()}` });
  await expect(start({ APP_SECRET: "another-secret-than-that-of-the-keys-here" })).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Keys in this database were made with another APP_SECRET: set that one/),
  });
});
