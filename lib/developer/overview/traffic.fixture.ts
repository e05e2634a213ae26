import type { ApiContext } from "#lib/account/worlds/context.ts";
import { sampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";

export async function makeCalls(
  { world, now }: Pick<ApiContext, "world" | "now">,
  calls: readonly Partial<CallRecord>[],
): Promise<string[]> {
  const sampleCalls = calls.map((changes) => sampleCall({ at: now, worldId: world.id, durationMicros: 12_000, ...changes }));
  for (const call of sampleCalls) recordCall(call);
  await flushCalls();
  return sampleCalls.map(({ executionId }) => executionId);
}
