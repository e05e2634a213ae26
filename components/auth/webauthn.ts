import { api } from "#components/kit/api/api.ts";
import { PortalError } from "#components/kit/api/request.ts";
import type { PasskeyRequest } from "#lib/account/users/passkeys.ts";
import type { NewPasskey, PasskeyAnswer } from "#lib/account/users/schema.ts";

/** Loaded on demand, since no page needs it to be shown. */
const load = () => import("@simplewebauthn/browser");

export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

export async function signWithPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load();
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(explain);
  return { id, rawId, type, clientExtensionResults: {}, response: { userHandle: "", ...response } };
}

export async function createPasskey(): Promise<NewPasskey["credential"]> {
  const optionsJSON = await api.account.offerPasskey.mutate();
  const { startRegistration } = await load();
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(explain);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject, transports } };
}

/** Replaces the browser's error with a translated one. */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  const key = name === "InvalidStateError" ? "passkeyKnown" : name === "SecurityError" ? "passkeyUnavailable" : "passkeyCancelled";
  throw new PortalError(0, { message: "the browser gave no passkey", key }, { cause: error });
}
