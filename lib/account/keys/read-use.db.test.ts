import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { listOfWorld } from "#lib/account/keys/list.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { newId } from "#lib/platform/ids.ts";

test("each key shows its own calls, errors and last address, and how many calls used it since it was replaced", async () => {
  const { owner, id, keys, worlds } = await makeOwner();
  const call = (keyId: string, status: number, ip: string) =>
    recordCall({
      executionId: newId("exec"),
      at: new Date(),
      worldId: worlds.production.id,
      keyId,
      method: "GET",
      path: "/v2/renters",
      endpoint: "retrieveRenters",
      preview: false,
      subjectId: null,
      query: "",
      requestBody: null,
      responseBody: null,
      status,
      errorCode: null,
      durationMicros: 900,
      ip,
      userAgent: "tests",
    });
  call(keys.production.id, 200, "192.0.2.1");
  await flushCalls();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await sql`update api_keys set created_at = ${yesterday}::timestamptz where id = ${keys.production.id}`;
  const rotatedAt = new Date();
  const second = await regenerate(staffAt(rotatedAt), { partnerId: id, environment: "production", overlap: 24, reason: "rotation" });
  await new Promise((resolve) => setImmediate(resolve));
  call(keys.production.id, 500, "192.0.2.2");
  for (let place = 0; place < 3; place += 1) call(second.id, 200, "192.0.2.3");
  await flushCalls();
  const [current, old] = await listOfWorld(owner("production", new Date()));
  expect(current?.use).toEqual({ calls: 3, errors: 0, address: "192.0.2.3", sinceReplaced: null });
  expect(old?.use).toEqual({ calls: 2, errors: 1, address: "192.0.2.2", sinceReplaced: { calls: 1, all: 4 } });
});
