import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bikePhoto, makeInsured } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { inForm, inJson, upload } from "#e2e/documents/door.ts";
import { fileLimit } from "#lib/insurance/claims/rules/upload-limits.ts";

/** How much an upload of 20 MB may raise the memory of the process. */
const aimMb = 64;
const file = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(fileLimit - 9, "x")]);
const json = JSON.stringify(inJson(bikePhoto, file));
/** V8's young generation can grow by 48 MB with the rate of garbage; kept small, only what uploads hold is measured. */
const execArgv = ["--max-semi-space-size=2"];
const door = fork(join(import.meta.dirname, "../../../e2e/documents/door-process.ts"), { execArgv });
let url = "";
let insured: Insured;

beforeAll(async () => {
  [insured, url] = await Promise.all([makeInsured(), once(door, "message").then(([said]) => (said as { url: string }).url)]);
  // The first requests allocate permanent memory: caches, compiled code, connections.
  for (const content of [file.subarray(0, 300_000), file.subarray(0, 300_000)]) {
    const claim = await insured.makeClaim();
    await upload(url, insured.key, claim, inJson(bikePhoto, content));
    await upload(url, insured.key, claim, inForm(bikePhoto, content));
  }
});
afterAll(() => void door.kill());

async function measure(): Promise<{ maxMb: number; nowMb: number }> {
  door.send("measure");
  const [said] = (await once(door, "message")) as [{ maxMb: number; nowMb: number }];
  return said;
}

/** How far the memory of the process rose, in MB. */
async function riseDuring(work: () => Promise<void>): Promise<number> {
  const before = await measure();
  await work();
  return Math.round((await measure()).maxMb - before.nowMb);
}

test.each([
  ["JSON", () => json],
  ["a form", () => inForm(bikePhoto, file)],
])("uploads of 20 MB in %s need at most 64 MB more memory, five in a row and four at once", async (_name, makeBody) => {
  const send = async () => {
    const claim = await insured.makeClaim();
    expect(await upload(url, insured.key, claim, makeBody())).toMatchObject({ status: 200 });
  };
  const inARow = await riseDuring(async () => {
    for (let count = 0; count < 5; count += 1) await send();
  });
  const atOnce = await riseDuring(async () => {
    await Promise.all([send(), send(), send(), send()]);
  });
  process.stdout.write(`memory: ${_name}: ${inARow} MB five in a row, ${atOnce} MB four at once\n`);
  expect(inARow).toBeLessThanOrEqual(aimMb);
  expect(atOnce).toBeLessThanOrEqual(aimMb);
});
