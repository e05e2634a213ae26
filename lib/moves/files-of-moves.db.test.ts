import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { changeLogo } from "#lib/brands/logo.ts";
import { sweepStrayFiles } from "#lib/claims/stray-files.ts";
import { hasFile } from "#lib/files/storage.ts";
import { exportPartner } from "#lib/moves/export.ts";
import { finishMove } from "#lib/moves/finish.ts";
import { importPartner } from "#lib/moves/import.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/renters/world.fixture.ts";
import { currentTime } from "#lib/time/clock.ts";
import { asSupport, operatorContext } from "#lib/users/roles.ts";
import { contextOf, makeUser } from "#lib/users/users.fixture.ts";

// A move makes triggers on the tables of all.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const directory = mkdtempSync(join(tmpdir(), "covergate-move-"));
afterAll(() => rmSync(directory, { recursive: true }));
const archive = { file: join(directory, "partner.age"), passphrase: "a passphrase of some length" };
const ctx = operatorContext("tests", currentTime());
const support = asSupport({ ...(await makeUser("support").then(contextOf)), now: currentTime() });

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sweepLater = (hours: number) => sweepStrayFiles(new Date(currentTime().getTime() + hours * 3_600_000));

/** A partner and its rental company, each with a logo. */
async function makeBrands() {
  const { id, contexts } = await makePartner();
  const uid = await registerRenter();
  await attachOpened(contexts.production, uid);
  await changeLogo(support, { kind: "partner", id, content: png });
  await changeLogo(support, { kind: "renter", id: uid, content: png });
  const [keys] = await sql<[{ ofPartner: string; ofRenter: string }]>`
    select p.logo ->> 'storageKey' as "ofPartner", r.logo ->> 'storageKey' as "ofRenter" from partners p, renters r where p.id = ${id} and r.uid = ${uid}`;
  return { id, keys };
}

test("of a partner that has moved, its logo is deleted, and that of its rental company is kept", async () => {
  const { id, keys } = await makeBrands();
  await exportPartner(ctx, id, { ...archive, reason: "moves" });
  await finishMove(ctx, id, "moved");
  await sweepLater(2);
  expect(await hasFile(keys.ofPartner)).toBe(false);
  expect(await hasFile(keys.ofRenter)).toBe(true);
});

test("a partner that comes back has its logo again, and its rental company, which stayed, keeps its own", async () => {
  const { id, keys } = await makeBrands();
  await exportPartner(ctx, id, { ...archive, reason: "moves" });
  await finishMove(ctx, id, "moved");
  await importPartner(operatorContext("tests", currentTime()), archive);
  await sweepLater(48);
  expect(await hasFile(keys.ofPartner)).toBe(true);
  expect(await hasFile(keys.ofRenter)).toBe(true);
});
