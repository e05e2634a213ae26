import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { runMaintenance } from "#lib/jobs/maintenance.ts";
import { countAttempt } from "#lib/users/limit-sign-in.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

test("guesses are forgotten once they no longer count, and no sooner", async () => {
  const guess = { email: "ada@people.example", address: "192.0.2.7" };
  await countAttempt(guess);
  await runMaintenance(new Date());
  expect(await sql`select from sign_in_attempts`).toHaveLength(3);
  await runMaintenance(new Date(Date.now() + 3_600_001));
  expect(await sql`select from sign_in_attempts`).toHaveLength(0);
  expect(await countAttempt(guess)).toBe(true);
});
