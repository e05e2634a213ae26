import { flushCalls, recordCall } from "#lib/calls/record.ts";
import type { CallRecord } from "#lib/calls/schema.ts";
import type { ApiContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";

export async function makeCalls(
  { world, now }: Pick<ApiContext, "world" | "now">,
  calls: readonly Partial<CallRecord>[],
): Promise<string[]> {
  const made = calls.map((changes): CallRecord => ({
    executionId: newId("exec"),
    at: now,
    worldId: world.id,
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
    durationMicros: 12_000,
    ip: null,
    userAgent: null,
    ...changes,
  }));
  for (const call of made) recordCall(call);
  await flushCalls();
  return made.map(({ executionId }) => executionId);
}
