import { expect, test, vi } from "vitest";
import { sampleDocument } from "#lib/claims/claim.fixture.ts";
import { insertSampleClaim } from "#lib/claims/claims.fixture.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { runAdmin } from "#scripts/admin/run.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

async function examine(): Promise<{ code: number; found: Record<string, { state: string; says: string }>; error: string }> {
  let [out, error] = ["", ""];
  const code = await runAdmin(["--json", "doctor"], {
    withDatabase: (work) => work(),
    print: (text) => (out += text),
    complain: (text) => (error += text),
  });
  return { code, found: JSON.parse(out), error };
}

test("the doctor finds a healthy database in order", async () => {
  const { found } = await examine();
  const good = ["database", "jit", "sessions", "pooler", "replica", "rights", "migrations", "clock", "inngest"];
  for (const name of good) expect(found[name]).toMatchObject({ state: "good" });
  expect(found["migrations"]?.says).toMatch(/^all \d+, to \d{4}_/);
});

test("the doctor misses a document that the store has lost, and ends with 1", async () => {
  const { worlds } = await makePartner();
  await insertSampleClaim(worlds.production.id, { documents: [sampleDocument("Dépôt de plainte")] });
  const { code, found, error } = await examine();
  expect(found["documents"]).toMatchObject({ state: "wrong", says: expect.stringMatching(/^1 of 1 are not in /) });
  expect(code).toBe(1);
  expect(error).toContain("documents");
});
