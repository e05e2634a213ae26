import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { sampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { microsOfClass } from "#lib/platform/traffic/ranges.ts";

/** The world has no partner, since tests share their database. */
function makeCall(changes: Partial<CallRecord> = {}): CallRecord {
  return sampleCall({ at: new Date("2027-03-01T09:00:00.123Z"), worldId: 4_000_000, keyId: newId("key"), ...changes });
}

async function readBack({ executionId }: CallRecord): Promise<CallRecord[]> {
  const rows = await sql<CallRecord[]>`
    select execution_id, at, calls.world_id, key_id, method, path, endpoint, preview, subject_id, query,
      request_body, response_body, status, error_code, duration_micros, ip, user_agent,
      source from calls where execution_id = ${executionId}`;
  return rows.map(({ source, ...row }) => ({ ...row, ...(source !== null && { source }) }));
}

test("a call that is alone in its batch is stored as it was made", async () => {
  const call = makeCall();
  recordCall(call);
  await flushCalls();
  expect(await readBack(call)).toEqual([call]);
});

test("calls in one batch do not mix, whatever characters they contain", async () => {
  const odd = [
    '"quoted", {braced}, \\back\\slashed',
    "two\r\nlines\tand a tab",
    "\\N\x1d\x1e\x1f",
    "NULL",
    "",
    " ",
    "Île de Ré 🚲",
    "'; drop table calls; --",
    String.raw`\u0000 and \ud83d, escaped`,
  ];
  const calls = odd.flatMap((text) => [
    makeCall({ requestBody: text === "" ? null : text, query: text, subjectId: text === "" ? null : text }),
    makeCall({ responseBody: text === "" ? null : text, userAgent: text, errorCode: 1000, ip: "::1", endpoint: null }),
  ]);
  for (const call of calls) recordCall(call);
  await flushCalls();
  expect(await Promise.all(calls.map(readBack))).toEqual(calls.map((call) => [call]));
});

test("a key is removed from everything that its sender wrote", async () => {
  const key = generateKey("production");
  const call = makeCall({
    path: `/v2/contracts/${key}`,
    subjectId: key,
    query: `${key}=1`,
    requestBody: key,
    responseBody: key,
    userAgent: key,
  });
  recordCall(call);
  await flushCalls();
  const kept = "cg_live_[removed]";
  const expected = {
    path: `/v2/contracts/${kept}`,
    subjectId: kept,
    query: `${kept}=1`,
    requestBody: kept,
    responseBody: kept,
    userAgent: kept,
  };
  expect(await readBack(call)).toEqual([{ ...call, ...expected }]);
});

test("a batch whose response was lost is not written twice and blocks nothing", async () => {
  const [written, next] = [makeCall(), makeCall()];
  recordCall(written);
  await flushCalls();
  recordCall(written);
  await flushCalls();
  recordCall(next);
  await flushCalls();
  expect(await readBack(written)).toEqual([written]);
  expect(await readBack(next)).toEqual([next]);
});

// rules/call-log.md#record-5
test.each([
  ["a number that its column does not take", { durationMicros: -3_000_000_000 }],
  ["a text that its index does not take", { subjectId: randomBytes(4000).toString("hex") }],
])("a call that the database refuses, for %s, does not block other calls", async (_name, refused) => {
  const [good, bad, after] = [makeCall(), makeCall(refused), makeCall()];
  for (const call of [good, bad, after]) recordCall(call);
  await flushCalls();
  expect(await readBack(good)).toEqual([good]);
  expect(await readBack(bad)).toEqual([]);
  expect(await readBack(after)).toEqual([after]);
});

test("a duration above the column's maximum is stored as the maximum", async () => {
  const slow = makeCall({ durationMicros: 3_000_000_000 });
  recordCall(slow);
  await flushCalls();
  expect(await readBack(slow)).toEqual([{ ...slow, durationMicros: 2_147_483_647 }]);
});

test("calls are counted by hour and duration, including those that failed", async () => {
  const worldId = 4_000_001;
  const at = (time: string) => new Date(`2027-03-02T${time}Z`);
  recordCall(makeCall({ worldId, at: at("09:00:00.000"), durationMicros: 1000 }));
  await flushCalls();
  for (const call of [
    makeCall({ worldId, at: at("09:59:59.999"), durationMicros: 1000, status: 404, errorCode: 1051 }),
    makeCall({ worldId, at: at("09:30:00.000"), durationMicros: 500_000 }),
    makeCall({ worldId, at: at("10:00:00.000"), durationMicros: 0 }),
  ]) {
    recordCall(call);
  }
  await flushCalls();
  const rows = await sql<{ hour: Date; durationClass: number; calls: number; errors: number }[]>`
    select hour, duration_class, sum(calls)::int as calls, sum(errors)::int as errors
    from call_hours where world_id = ${worldId} group by 1, 2 order by 1, 2`;
  expect(rows.map(({ hour, ...row }) => ({ ...row, hour: hour.getUTCHours() }))).toEqual([
    { hour: 9, durationClass: expect.any(Number) as number, calls: 2, errors: 1 },
    { hour: 9, durationClass: expect.any(Number) as number, calls: 1, errors: 0 },
    { hour: 10, durationClass: 0, calls: 1, errors: 0 },
  ]);
  for (const [row, micros] of [
    [rows[0], 1000],
    [rows[1], 500_000],
  ] as const) {
    expect(Math.abs(microsOfClass(row?.durationClass ?? 0) / micros - 1)).toBeLessThan(0.045);
  }
});

// rules/call-log.md#record-6
test("a call made by the portal is logged, but is not counted and does not count as use of its key", async () => {
  const { contexts, keys } = await makePartner();
  const worldId = contexts.development.world.id;
  for (const source of ["try_it", "recipe"] as const) {
    const call = makeCall({ worldId, keyId: keys.development.id, status: 400, errorCode: 1012, source });
    recordCall(call);
    await flushCalls();
    expect(await readBack(call)).toEqual([call]);
  }
  expect(await sql`select from call_hours where world_id = ${worldId}`).toHaveLength(0);
  expect(await sql`select from error_hours where world_id = ${worldId}`).toHaveLength(0);
  expect(await sql`select from api_keys where id = ${keys.development.id} and last_used_at is not null`).toHaveLength(0);
  recordCall(makeCall({ worldId, keyId: keys.development.id }));
  await flushCalls();
  expect(await sql`select from call_hours where world_id = ${worldId}`).toHaveLength(1);
  expect(await sql`select from api_keys where id = ${keys.development.id} and last_used_at is not null`).toHaveLength(1);
});

test("a call of the command line is marked, counted, and counts as use of its key, since anybody can send its user agent", async () => {
  const { contexts, keys } = await makePartner();
  const worldId = contexts.development.world.id;
  const call = makeCall({ worldId, keyId: keys.development.id, source: "command_line" });
  recordCall(call);
  await flushCalls();
  expect(await readBack(call)).toEqual([call]);
  expect(await sql`select from call_hours where world_id = ${worldId}`).toHaveLength(1);
  expect(await sql`select from api_keys where id = ${keys.development.id} and last_used_at is not null`).toHaveLength(1);
});
