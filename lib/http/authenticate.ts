import type { ApiError } from "#lib/errors.ts";
import { identify } from "#lib/http/identify.ts";
import { limit } from "#lib/http/limit.ts";
import type { KnownKey } from "#lib/keys/find.ts";

/** Whether a call may go on. `known` names the world whose log it belongs in, `headers` are what its answer says of the limit. */
export type Authentication = { headers: Record<string, string> } & (
  | { known: KnownKey; refusal?: undefined }
  | { known?: KnownKey | undefined; refusal: ApiError }
);

/** Whose call this is, and whether it may go on: 9001, 9002 or 9003, then 99888 (resolutions.md § 1). */
export async function authenticate(request: Request, now: Date): Promise<Authentication> {
  const identity = await identify(request.headers.get("key"), now);
  if (identity.known === undefined) return { headers: {}, ...identity };
  const rate = limit(identity.known.id, identity.known.requestsPerMinute, now);
  if (identity.refusal === undefined) return { ...identity, ...rate };
  // Nothing slows down who has a key that no longer works: beyond its limit their calls are not logged.
  return { headers: {}, refusal: identity.refusal, known: rate.refusal === undefined ? identity.known : undefined };
}
