import { ApiError } from "#lib/errors.ts";
import { findKey } from "#lib/keys/find.ts";
import type { KnownKey } from "#lib/keys/find.ts";

export type Identity = { known: KnownKey; refusal?: undefined } | { known?: KnownKey; refusal: ApiError };

/**
 * Whose call this is (partner-api.md § Authentication): 9001 without the header, 9002 for a key that is
 * malformed, unknown, revoked or past its overlap, 9003 while the partner is suspended.
 * A refused key that is known still names its world, so that the call can be logged where its owner looks.
 */
export async function identify(header: string | null, now: Date): Promise<Identity> {
  if (header === null || header === "") return { refusal: new ApiError("MISSING_API_KEY") };
  const known = await findKey(header);
  if (known === undefined) return { refusal: new ApiError("INVALID_API_KEY") };
  if (known.revokedAt !== null || (known.expiresAt !== null && known.expiresAt <= now)) {
    return { known, refusal: new ApiError("INVALID_API_KEY") };
  }
  if (known.suspended) return { known, refusal: new ApiError("UNAUTHORIZED_USER") };
  return { known };
}
