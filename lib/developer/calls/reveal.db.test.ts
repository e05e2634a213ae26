import { beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { makePortal } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { callListQuery, list } from "#lib/developer/calls/list.ts";
import { read } from "#lib/developer/calls/read.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import { reveal, revealForStaff } from "#lib/developer/calls/reveal.ts";
import { findCall } from "#lib/developer/console/find-traffic.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";

let ctx: OwnerContext;
let executionId: string;

beforeAll(async () => {
  ctx = await makePortal();
  executionId = newId("exec");
  recordCall({
    ...{
      executionId,
      at: ctx.realTime,
      worldId: ctx.world.id,
      keyId: "key_nobody",
      method: "POST",
      path: "/v2/products/anna%40example.org",
    },
    ...{ endpoint: "createContract", preview: false, subjectId: null, status: 200, errorCode: null, durationMicros: 1, ip: null },
    ...{ userAgent: null, query: "email=anna%40example.org" },
    requestBody: '{"individual":{"first_name":"Anna","phone_number":"+33612345678"}}',
    responseBody: '{"status":"success"}',
  });
  await flushCalls();
});

// rules/call-log.md#record-7
test("names, addresses and numbers of a call are masked in the portal and in the console", async () => {
  const masked = {
    path: [{ place: 0, field: "email" }],
    query: [{ place: 0, field: "email" }],
    request: [
      { place: 0, field: "first_name" },
      { place: 1, field: "phone_number" },
    ],
    response: [],
  };
  const shown = { path: "/v2/products/•••", query: "email=•••", masked };
  const text = '{"individual":{"first_name":"•••","phone_number":"•••"}}';
  expect(await read(ctx, executionId)).toMatchObject({ ...shown, request: { text } });
  const found = await findCall(staffAt(ctx.realTime), executionId);
  expect(found).toMatchObject(shown);
  // Support sees bodies with a reason alone.
  expect(found).not.toHaveProperty("requestBody");
  const listed = await list(ctx, callListQuery.parse({}));
  expect(listed.rows.map(({ path }) => path)).toEqual([shown.path]);
});

test("each value is revealed on request, with an audit entry", async () => {
  const staff = staffAt(ctx.realTime);
  expect(await reveal(ctx, { executionId, part: "request", place: 0 })).toEqual({ text: "Anna" });
  expect(await reveal(ctx, { executionId, part: "path", place: 0 })).toEqual({ text: "anna%40example.org" });
  expect(await revealForStaff(staff, { executionId, part: "query", place: 0 })).toEqual({ text: "anna%40example.org" });
  const noted =
    await sql`select actor, details from audit_entries where action = 'call.revealed' and subject_id = ${executionId} order by id`;
  expect(noted).toEqual([
    { actor: ctx.actor, details: { part: "request", field: "first_name", place: 0 } },
    { actor: ctx.actor, details: { part: "path", field: "email", place: 0 } },
    { actor: staff.actor, details: { part: "query", field: "email", place: 0 } },
  ]);
});

test("another partner's call and a missing value are not found", async () => {
  const request = { executionId, part: "request", place: 0 } as const;
  await expect(reveal(await makePortal(), request)).rejects.toThrow(NotFound);
  await expect(reveal(ctx, { ...request, place: 7 })).rejects.toThrow(NotFound);
  await expect(reveal(ctx, { ...request, part: "response" })).rejects.toThrow(NotFound);
});
