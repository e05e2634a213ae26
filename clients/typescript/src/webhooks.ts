import { CovergateError } from "./error.ts";
import type { AutomaticRenewalEvent, ClaimEvent, ContractEvent } from "./generated/schema.ts";

/**
 * An event, told apart by `event_type`. `id` is the same in every delivery of the event: store it to detect duplicates. Kinds that are newer
 * than this package arrive as well: leave them to the `default` of a `switch`.
 */
export type WebhookEvent = (ContractEvent | AutomaticRenewalEvent | ClaimEvent) & { id: string };

/** The headers of a request, as a framework has them: names in any case, also as CGI writes them (`HTTP_WEBHOOK_ID`), in a record or pairs. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>> | Iterable<readonly [string, string]>;

export interface VerifyOptions {
  /** How far the clock of the sender may be from ours. */
  toleranceSeconds?: number;
  now?: Date;
}

/**
 * Checks the signature of a delivery (Standard Webhooks) and returns its event; throws a CovergateError `SIGNATURE_INVALID` otherwise. The
 * body is the raw one, before it is parsed; `secrets` are one or more `whsec_…` of the webhook, so that a rotation needs no pause.
 */
async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const sent = bytesOfBody(body);
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const apart = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || apart > toleranceSeconds) {
    throw refused(`webhook-timestamp must be within ${toleranceSeconds} seconds of now, and is ${timestamp}`);
  }
  const content = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...sent]);
  const signatures = header(headers, "webhook-signature").split(" ");
  for (const secret of [secrets].flat()) {
    const key = await crypto.subtle.importKey("raw", keyOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of signatures) {
      const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice("v1,".length)) : undefined;
      // Takes the same time for any signature.
      if (bytes !== undefined && (await crypto.subtle.verify("HMAC", key, bytes, content))) return read(sent, id);
    }
  }
  throw refused("webhook-signature is not of any of the secrets: check that the body is the raw one, and the secret that of this webhook");
}

/** Verifies deliveries; needs no API key. */
export const webhooks: { verify: typeof verify } = { verify };

function read(sent: Uint8Array, id: string): WebhookEvent {
  try {
    return { ...(JSON.parse(new TextDecoder().decode(sent)) as ContractEvent | AutomaticRenewalEvent | ClaimEvent), id };
  } catch (error) {
    throw new CovergateError("SIGNATURE_INVALID", "the body is signed and is not JSON", { cause: error });
  }
}

/** Frameworks give anything as a body where no parser ran, or another one than that for raw bodies. */
function bytesOfBody(body: unknown): Uint8Array {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw refused("the body is neither text nor bytes: pass the raw body, before a parser runs");
}

function header(headers: WebhookHeaders, name: string): string {
  const pairs: Iterable<readonly [string, unknown]> = Symbol.iterator in headers ? headers : Object.entries(headers);
  const value = [...pairs].find(([key]) => plain(key) === name)?.[1];
  const text: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof text !== "string" || text === "") throw refused(`${name} is missing: turn signatures on for this webhook`);
  return text;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^http-/, "");
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = bytesOf(secret.replace(/^whsec_/, ""));
  if (key === undefined || key.length === 0) throw refused("a secret must be `whsec_` and base64, as the portal shows it");
  return key;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function refused(message: string): CovergateError {
  return new CovergateError("SIGNATURE_INVALID", message);
}
