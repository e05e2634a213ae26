import type { CallRecord } from "#lib/developer/calls/schema.ts";

/** Above this backlog (the database is unavailable) the oldest records are dropped. Bodies are complete until they are written. */
const limits = { calls: 50_000, characters: 67_108_864 };

export function keepNewest<Call extends Pick<CallRecord, "requestBody" | "responseBody">>(
  calls: readonly Call[],
  { calls: maxCalls, characters: maxCharacters } = limits,
): Call[] {
  let characters = 0;
  const tooMuch = calls.findLastIndex(({ requestBody, responseBody }, index) => {
    characters += (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
    return calls.length - index > maxCalls || characters > maxCharacters;
  });
  return calls.slice(tooMuch + 1);
}
