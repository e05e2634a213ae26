import { recordCall } from "#lib/calls/record.ts";
import { firstCharacters } from "#lib/characters.ts";
import { identifierLimit } from "#lib/contracts/requests.ts";
import { readTarget } from "#lib/http/target.ts";
import type { KnownKey } from "#lib/keys/find.ts";

/** A request on its way through the pipeline. */
export interface Call {
  executionId: string;
  now: Date;
  /** `performance.now()` at the start. */
  started: number;
  request: Request;
  ip: string | undefined;
  /** Null for a path that no endpoint owns. */
  endpointId: string | null;
  known?: KnownKey | undefined;
  requestText?: string;
  subjectId?: string | undefined;
  preview?: boolean;
  errorCode?: number;
  /** The call whose answer this one is given, in whole or from where that stopped (resolutions.md § 12). */
  replayOf?: string;
}

/** Notes a finished call of a known key in its world's call log. */
export function record(call: Call, status: number, responseText: string | null): void {
  if (call.known === undefined) return;
  const { path, query } = readTarget(call.request.url);
  recordCall({
    executionId: call.executionId,
    at: call.now,
    worldId: call.known.world.id,
    keyId: call.known.id,
    method: call.request.method,
    path: path.slice(0, 2000),
    endpoint: call.endpointId,
    preview: call.preview ?? false,
    // What is longer names nothing, and an index takes no more than 2,704 bytes.
    subjectId: call.subjectId === undefined ? null : firstCharacters(identifierLimit, call.subjectId),
    query: query.slice(0, 2000),
    requestBody: call.requestText ?? null,
    responseBody: responseText,
    status,
    errorCode: call.errorCode ?? null,
    durationMicros: Math.round((performance.now() - call.started) * 1000),
    ip: call.ip ?? null,
    userAgent: call.request.headers.get("user-agent")?.slice(0, 300) ?? null,
    replayOf: call.replayOf ?? null,
  });
}
