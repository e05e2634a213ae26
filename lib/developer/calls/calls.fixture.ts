import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import { keepHeaders } from "#lib/developer/calls/rules/headers.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { newId } from "#lib/platform/ids.ts";

/** A call that created a contract. */
export function sampleCall(changes: Partial<CallRecord> & Pick<CallRecord, "at" | "worldId">): CallRecord {
  return {
    executionId: newId("exec"),
    keyId: "key_test",
    method: "POST",
    path: "/v2/contracts",
    endpoint: "createContract",
    preview: false,
    subjectId: null,
    query: "",
    requestBody: null,
    responseBody: null,
    status: 200,
    errorCode: null,
    durationMicros: 1234,
    ip: null,
    userAgent: null,
    ...changes,
  };
}

export type SampleCall = Partial<CallRecord> & Pick<CallRecord, "at">;

export async function insertCalls(worldId: number, samples: readonly SampleCall[]): Promise<CallRecord[]> {
  const calls = samples.map((sample) =>
    sampleCall({
      executionId: `exec_${encodeTime(sample.at.getTime(), 10)}${newId("exec").slice(-16)}`,
      worldId,
      requestBody: '{"uid":"a"}',
      responseBody: '{"status":"success"}',
      ip: "192.0.2.1",
      userAgent: "tests",
      ...sample,
    }),
  );
  const rows = calls.map((call) => ({
    execution_id: call.executionId,
    at: call.at,
    world_id: worldId,
    key_id: call.keyId,
    method: call.method,
    path: call.path,
    endpoint: call.endpoint,
    preview: call.preview,
    status: call.status,
    error_code: call.errorCode,
    subject_id: call.subjectId,
    query: call.query,
    request_body: call.requestBody,
    response_body: call.responseBody,
    request_headers: call.requestHeaders ? keepHeaders(call.requestHeaders) : null,
    response_headers: call.responseHeaders ? keepHeaders(call.responseHeaders) : null,
    duration_micros: call.durationMicros,
    ip: call.ip,
    user_agent: call.userAgent,
    replay_of: call.replayOf ?? null,
    source: call.source ?? null,
  }));
  await sql`insert into calls select * from json_populate_recordset(null::calls, ${JSON.stringify(rows)}::json)`;
  return calls;
}
