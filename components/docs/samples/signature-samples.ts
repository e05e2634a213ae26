import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";

/** The TypeScript sample's function, which the guide's receiver shares. */
export const isFromCovergate = `/** Whether Covergate sent a request. The body is the raw one, before it is parsed. */
export function isFromCovergate(headers: Record<string, string | string[] | undefined>, body: string, secret: string): boolean {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => String(headers[\`webhook-\${name}\`]));
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;

  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  // Anybody could sign with a secret that is not set.
  if (key.length === 0) return false;
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return signatures.split(" ").some((signature) => {
    const [version, digest = ""] = signature.split(",");
    const given = Buffer.from(digest, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

/** Verifies a signature without a library; the tests run each sample. */
export const signatureSamples: Record<SampleLanguage, string> = {
  curl: `# The headers of a request are in $ID, $TIMESTAMP and $SIGNATURE, its raw body is in body.json.
KEY=$(printf %s "\${COVERGATE_WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
EXPECTED=v1,$({ printf %s.%s. "$ID" "$TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
case "\${KEY:+ $SIGNATURE }" in *" $EXPECTED "*) echo true ;; *) echo false ;; esac
`,
  typescript: `import { createHmac, timingSafeEqual } from "node:crypto";

${isFromCovergate}`,
  php: `/** Whether Covergate sent a request, with the headers of getallheaders(). The body is the raw one: file_get_contents('php://input'). */
function is_from_covergate(array $headers, string $body, string $secret): bool
{
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    if ($key === '') {
        return false; // Anybody could sign with a secret that is not set.
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
`,
  python: `import base64
import hashlib
import hmac
import time


def is_from_covergate(headers: dict[str, str], body: bytes, secret: str) -> bool:
    """Whether Covergate sent a request. The body is the raw one, before it is parsed."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - float(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:
        return False  # Anybody could sign with a secret that is not set.
    digest = hmac.new(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in given)
`,
};
