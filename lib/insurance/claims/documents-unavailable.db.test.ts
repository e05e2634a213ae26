import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { bikePhoto, makeInsured } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { inForm, inJson, openDoor } from "#e2e/documents/door.ts";
import { s3Settings, startS3Server } from "#e2e/documents/s3-server.ts";
import { jpeg } from "#e2e/documents/suite.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";

await useOwnDatabase();
const store = await startS3Server();
const proxy = await startTcpProxy(Number(new URL(store.url).port));
changeSettings({ ...s3Settings, STORAGE_ENDPOINT: `http://127.0.0.1:${proxy.port}` });

/** The deadline of a request, plus the delay of a crowded machine. */
const longestMs = 10_000 + 3_000;

let insured: Insured;
let door: Awaited<ReturnType<typeof openDoor>>;
beforeAll(async () => {
  [insured, door] = await Promise.all([makeInsured(), openDoor()]);
});
afterEach(() => proxy.pass());
afterAll(async () => {
  await door.close();
  await (await import("#lib/developer/calls/record.ts")).flushCalls();
  await proxy.close();
  await store.close();
});

const send = (claim: string, body: FormData | string) =>
  fetch(`${door.url}/v2/claims/${claim}/documents`, {
    method: "PUT",
    headers: { key: insured.key, ...(typeof body === "string" && { "content-type": "application/json" }) },
    body,
  });
const countFailures = async () => (await metrics.storageFailures.get()).values[0]?.value ?? 0;
const json = JSON.stringify(inJson(bikePhoto, jpeg));

describe("an upload to an object store that", () => {
  const errors: [what: string, begin: () => Promise<void> | void][] = [
    [
      "hangs",
      () => {
        proxy.silence();
        proxy.silenceNew();
      },
    ],
    [
      "refuses connections",
      async () => {
        proxy.reset();
        await proxy.refuseNew();
      },
    ],
    [
      "closes connections",
      () => {
        proxy.reset();
        proxy.silenceNew();
        const before = proxy.connections();
        void waitFor(() => expect(proxy.connections()).toBeGreaterThan(before)).then(proxy.reset);
      },
    ],
  ];

  test.each(errors)("%s answers 503, logs the reason and counts it, and succeeds once the store is back", async (what, begin) => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const claim = await insured.makeClaim();
    const failures = await countFailures();
    await begin();
    const started = performance.now();
    const answer = await send(claim, json);
    const tookMs = performance.now() - started;
    process.stdout.write(`an object store that ${what}: answered ${answer.status} after ${Math.round(tookMs)} ms\n`);
    expect(tookMs).toBeLessThan(longestMs);
    expect({ status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() }).toMatchObject({
      status: 503,
      retryAfter: "1",
      body: { success: false, error: { code: 503 } },
    });
    const message = expect.stringMatching(/^a document could not be stored: .+/) as string;
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ error: expect.objectContaining({ message }) as Error }), "a call failed");
    logged.mockRestore();
    expect(await countFailures()).toBe(failures + 1);
    expect(await sql`select from claim_documents where claim_id = ${claim}`).toHaveLength(0);
    await proxy.pass();
    proxy.reset();
    expect((await send(claim, inForm(bikePhoto, jpeg))).status).toBe(200);
  });
});
