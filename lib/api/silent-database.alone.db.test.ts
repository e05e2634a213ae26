import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { bikePhoto, makeInsured } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { inForm, inJson, openDoor } from "#e2e/documents/door.ts";
import { jpeg } from "#e2e/documents/suite.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { readiness } from "#lib/api/readiness.ts";
import { shiftClock } from "#lib/developer/sandbox/clock.ts";
import { openSandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { bodyOf, noon } from "#lib/insurance/renewals/shop.fixture.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { Accepted } from "#lib/platform/wire/endpoint.ts";

// The pool reads it when it is imported.
await vi.hoisted(async () => (await import("#scripts/settings.ts")).completeEnvironment({ REQUEST_DEADLINE_SECONDS: "1" }));

const proxy = await startTcpProxy(Number(new URL(inject("databaseServer")).port));
// Its statements have one connection.
await useOwnDatabase({ isNarrow: true, port: proxy.port });

let insured: Insured;
let sandboxKey: string;
let door: Awaited<ReturnType<typeof openDoor>>;
const beside = postgres(env.DATABASE_URL, { max: 1 });
beforeAll(async () => {
  [insured, door] = await Promise.all([makeInsured(), openDoor()]);
  sandboxKey = insured.sandboxKey;
  vi.spyOn(log, "error").mockReturnValue();
  vi.spyOn(log, "warn").mockReturnValue();
});
afterEach(() => proxy.pass());
afterAll(async () => {
  await door.close();
  await beside.end();
  await proxy.close();
});

const json = JSON.stringify(inJson(bikePhoto, jpeg));
const ofJson = { "content-type": "application/json" };

const requests: [what: string, send: (claim: string) => Promise<Response>][] = [
  [
    "an upload in JSON",
    (claim) => fetch(`${door.url}/v2/claims/${claim}/documents`, { method: "PUT", headers: { key: insured.key, ...ofJson }, body: json }),
  ],
  [
    "an upload of a form",
    (claim) =>
      fetch(`${door.url}/v2/claims/${claim}/documents`, { method: "PUT", headers: { key: insured.key }, body: inForm(bikePhoto, jpeg) }),
  ],
  [
    "a move of the clock",
    () =>
      fetch(`${door.url}/v2/sandbox/clock`, {
        method: "POST",
        headers: { key: sandboxKey, ...ofJson },
        body: JSON.stringify({ advance: "PT1H" }),
      }),
  ],
];

test.each(requests)("%s answers 503 while the database is silent, and succeeds once it is back", async (_what, send) => {
  const claim = await insured.makeClaim();
  // A crowded machine may exceed the short deadline.
  const succeeds = () => waitFor(async () => expect((await send(claim)).status).toBe(200));
  await succeeds();
  proxy.silence();
  proxy.silenceNew();
  const answer = await send(claim);
  expect({ status: answer.status, retryAfter: answer.headers.get("retry-after") }).toEqual({ status: 503, retryAfter: "1" });
  expect((await readiness()).status).toBe(503);
  proxy.reset();
  await proxy.pass();
  await succeeds();
});

test("moving the clock succeeds even if overdue work has to wait", async () => {
  const sandbox = await openSandbox();
  const start = noon("2027-01-10");
  const ctx = await sandbox.at(start);
  const { cid } = await create(ctx, bodyOf({ ...sandbox, at: () => ctx }, "LMD", start, 1), { preview: false });
  await beside.begin(async (tx) => {
    await tx`select from contracts where cid = ${cid ?? ""} for update`;
    const answered = await shiftClock(await sandbox.at(start), shiftClockBody.parse({ advance: "P2M" }));
    expect(answered).toEqual(new Accepted({ now: "2027-03-10T12:00:00.000Z", offset_seconds: 59 * 86_400, moved: true }));
  });
});
