import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, test, vi } from "vitest";
import { diagnoseSignature } from "#lib/delivery/webhook-settings/diagnose-signature.ts";
import type { ReceivedRequest, SignatureFacts, SignatureError, SignaturePart } from "#lib/delivery/webhook-settings/diagnose-signature.ts";
import { hmac, keyOf, signatureHeaders, signatureOf } from "#lib/delivery/webhooks/rules/signature.ts";

const now = new Date("2027-03-01T09:00:00.000Z");
const timestamp = now.getTime() / 1000;
const id = "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const secret = (letter: string) => `whsec_${Buffer.from(letter.repeat(24)).toString("base64")}`;
const current = secret("a");
const body = '{"event_type":"v2.claim.closed","data":{"city":"Saint-Étienne","url":"https://example.com/a","amount":12.5}}';
const facts: SignatureFacts = {
  secrets: [current, secret("b")],
  expiredSecret: secret("c"),
  others: [{ name: "Warehouse", secret: secret("d") }],
  sent: { body, timestamps: [timestamp - 60, timestamp] },
  now,
};

function request({ signed = body, received = body, time = timestamp, by = current } = {}): ReceivedRequest {
  const signature = signatureOf({ id, timestamp: time, body: signed }, [by]);
  return { headers: signatureHeaders({ id, timestamp: time }, signature), body: received };
}
const withHeaders = (headers: Record<string, string>, { headers: others, ...rest } = request()): ReceivedRequest => ({
  ...rest,
  headers: { ...others, ...headers },
});
const digestOf = (key: string | Buffer, content = `${id}.${timestamp}.${body}`) => hmac(key, content);
const key = keyOf(current);

test.each([
  ["the current secret", request()],
  ["the one before it, while both sign", request({ by: secret("b") })],
  ["either of two signatures", withHeaders({ "webhook-signature": `v1,${digestOf("x")} v1,${digestOf(key)}` })],
  ["a timestamp that is four minutes old", request({ time: timestamp - 240 })],
])("a request with %s is verified", (_name, received) => {
  expect(diagnoseSignature(received, facts)).toEqual({ isValid: true });
});

const mistakes: [string, ReceivedRequest, SignaturePart, SignatureError, Record<string, string>?][] = [
  ["a header did not get through", withHeaders({ "webhook-timestamp": "" }), "headers", "headerMissing", { header: "webhook-timestamp" }],
  ["the secret was rotated more than a day ago", request({ by: secret("c") }), "secret", "secretRotated"],
  ["the secret is another webhook's", request({ by: secret("d") }), "secret", "secretOfOther", { name: "Warehouse" }],
  ["the secret was used as text", withHeaders({ "webhook-signature": `v1,${digestOf(current)}` }), "secret", "secretNotDecoded"],
  ["the secret is of somebody else", request({ by: secret("z") }), "secret", "secretUnknown"],
  [
    "the timestamp is a date",
    withHeaders({ "webhook-timestamp": now.toISOString() }),
    "timestamp",
    "timestampUnreadable",
    { timestamp: now.toISOString() },
  ],
  ["the timestamp is in milliseconds", withHeaders({ "webhook-timestamp": `${timestamp}000` }), "timestamp", "timestampMilliseconds"],
  ["the timestamp is another attempt's", withHeaders({ "webhook-timestamp": String(timestamp - 60) }), "timestamp", "timestampChanged"],
  ["the body alone was signed", withHeaders({ "webhook-signature": `v1,${digestOf(key, body)}` }), "timestamp", "timestampNotSigned"],
  ["the request is an hour old", request({ time: timestamp - 3600 }), "timestamp", "timestampTooOld", { minutes: "60" }],
  ["the receiver's clock is slow", request({ time: timestamp + 600 }), "timestamp", "timestampInFuture", { minutes: "10" }],
  ["a line break was added", request({ received: `${body}\n` }), "body", "bodyWhitespace"],
  ["the body was parsed and printed", request({ received: JSON.stringify(JSON.parse(body), null, 2) }), "body", "bodyReserialized"],
  [
    "the fields were put into another order",
    request({ received: '{"data":{"amount":12.5,"city":"Saint-Étienne","url":"https://example.com/a"},"event_type":"v2.claim.closed"}' }),
    "body",
    "bodyReserialized",
  ],
  ["the body was cut", request({ received: body.slice(0, 40) }), "body", "bodyTruncated"],
  ["the body was changed", request({ received: body.replace("12.5", "99.5") }), "body", "bodyChanged"],
  ["PHP wrote the body anew", request({ received: body.replaceAll("/", "\\/").replace("É", "\\u00c9") }), "encoding", "bodyEscaped"],
  ["UTF-8 was read as Latin-1", request({ received: Buffer.from(body).toString("latin1") }), "encoding", "bodyLatin1"],
  ["a gateway encoded the body in base64", request({ received: Buffer.from(body).toString("base64") }), "encoding", "bodyBase64"],
  [
    "the signature is in hex",
    withHeaders({ "webhook-signature": `v1,${Buffer.from(digestOf(key), "base64").toString("hex")}` }),
    "encoding",
    "signatureHex",
  ],
  [
    "the signature is in base64url",
    withHeaders({ "webhook-signature": `v1,${digestOf(key).replaceAll("+", "-").replaceAll("/", "_").replace("=", "")}` }),
    "encoding",
    "signatureBase64Url",
  ],
  ["the signature has no version", withHeaders({ "webhook-signature": digestOf(key) }), "encoding", "signatureWithoutVersion"],
];

// rules/deliveries.md#signatures-4
test.each(mistakes)("the diagnosis names the mistake: %s", (_name, received, part, error, values = {}) => {
  expect(diagnoseSignature(received, facts)).toEqual({ isValid: false, part, error, values });
});

test("the table has every mistake except an unknown event, which is distinguished from a wrong secret", () => {
  expect(diagnoseSignature(request({ by: secret("z") }), { ...facts, sent: null })).toMatchObject({
    part: "headers",
    error: "eventUnknown",
  });
  const errors = new Set(mistakes.map(([, , , error]) => error));
  expect(errors.size).toBe(21);
});

test("a header of two thousand signatures takes no more digests of the body than one signature", () => {
  const digests = vi.spyOn(crypto, "createHmac");
  syncBuiltinESMExports();
  const countDigests = (signatures: number) => {
    digests.mockClear();
    const received = withHeaders({ "webhook-signature": Array.from({ length: signatures }, () => "a").join(" ") });
    expect(diagnoseSignature(received, facts)).toMatchObject({ error: "secretUnknown" });
    return digests.mock.calls.length;
  };
  const ofOne = countDigests(1);
  expect(ofOne).toBeGreaterThan(0);
  expect(countDigests(2_000)).toBe(ofOne);
  digests.mockRestore();
  syncBuiltinESMExports();
});
