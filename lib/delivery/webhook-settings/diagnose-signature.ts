import { isDeepStrictEqual } from "node:util";
import { hmac, keyOf, secretPrefix, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";

/** The tolerance of the Standard Webhooks libraries, in the past and in the future. */
const toleranceSeconds = 5 * 60;

/** Each error with the part of the request that has it. */
const parts = {
  headerMissing: "headers",
  eventUnknown: "headers",
  secretRotated: "secret",
  secretOfOther: "secret",
  secretNotDecoded: "secret",
  secretUnknown: "secret",
  timestampUnreadable: "timestamp",
  timestampMilliseconds: "timestamp",
  timestampChanged: "timestamp",
  timestampNotSigned: "timestamp",
  timestampTooOld: "timestamp",
  timestampInFuture: "timestamp",
  bodyWhitespace: "body",
  bodyReserialized: "body",
  bodyTruncated: "body",
  bodyChanged: "body",
  bodyEscaped: "encoding",
  bodyLatin1: "encoding",
  bodyBase64: "encoding",
  signatureHex: "encoding",
  signatureBase64Url: "encoding",
  signatureWithoutVersion: "encoding",
} as const satisfies Record<string, "headers" | "secret" | "timestamp" | "body" | "encoding">;

export type SignatureError = keyof typeof parts;
export type SignaturePart = (typeof parts)[SignatureError];

export type Diagnosis = { isValid: true } | { isValid: false; part: SignaturePart; error: SignatureError; values: Record<string, string> };

/** Names of headers are in lower case. */
export interface ReceivedRequest {
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface SignatureFacts {
  secrets: readonly string[];
  /** The previous secret after its 24 hours. */
  expiredSecret: string | null;
  /** Secrets of the environment's other webhooks. */
  others: readonly { name: string; secret: string }[];
  /** The body sent under this `webhook-id`, with the `webhook-timestamp` of each attempt; null if unknown. */
  sent: { body: string; timestamps: readonly number[] } | null;
  now: Date;
}

const requiredHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

/** Finds the single mistake of the receiver that explains the given request (rules/deliveries.md#signatures-4). */
export function diagnoseSignature({ headers, body }: ReceivedRequest, facts: SignatureFacts): Diagnosis {
  const missing = requiredHeaders.find((name) => (headers[name] ?? "").trim() === "");
  if (missing !== undefined) return wrong("headerMissing", { header: missing });
  const [id = "", writtenTime = "", writtenSignature = ""] = requiredHeaders.map((name) => headers[name]?.trim());
  const digests = readSignatures(writtenSignature);
  const { secrets, expiredSecret, others, sent: delivery, now } = facts;
  const keys = secrets.map(keyOf);
  const written = new Set(digests.map(({ digest }) => digest));
  const isSigned = (content: string, using: readonly (string | Buffer)[] = keys): boolean =>
    using.some((key) => written.has(hmac(key, content)));
  const content = (time: string | number, text: string): string => `${id}.${time}.${text}`;
  const received = content(writtenTime, body);

  if (isSigned(received)) {
    const right = new Set(keys.map((key) => hmac(key, received)));
    const error = digests.find(({ digest }) => right.has(digest))?.error;
    return error === undefined ? checkTime(writtenTime, now) : wrong(error);
  }
  if (expiredSecret !== null && isSigned(received, [keyOf(expiredSecret)])) return wrong("secretRotated");
  const other = others.find(({ secret }) => isSigned(received, [keyOf(secret)]));
  if (other !== undefined) return wrong("secretOfOther", { name: other.name });
  const undecoded = secrets.flatMap((secret) => [secret, secret.slice(secretPrefix.length)]);
  if (isSigned(received, undecoded)) return wrong("secretNotDecoded");

  if (isSigned(body) || isSigned(`${id}.${body}`)) return wrong("timestampNotSigned");
  if (!/^\d+$/.test(writtenTime)) return wrong("timestampUnreadable", { timestamp: writtenTime });
  if (writtenTime.length > 11 && isSigned(content(Math.floor(Number(writtenTime) / 1000), body))) return wrong("timestampMilliseconds");
  if (delivery?.timestamps.some((time) => isSigned(content(time, body)))) return wrong("timestampChanged");

  const change = rebuilds.find(([, rebuild]) => rebuild(body).some((text) => isSigned(content(writtenTime, text))));
  if (change !== undefined) return wrong(change[0]);
  if (delivery !== null && isSigned(content(writtenTime, delivery.body))) return wrong(compareBodies(body, delivery.body));
  return delivery === null ? wrong("eventUnknown", { id }) : wrong("secretUnknown");
}

function wrong(error: SignatureError, values: Record<string, string> = {}): Diagnosis {
  return { isValid: false, part: parts[error], error, values };
}

function checkTime(writtenTime: string, now: Date): Diagnosis {
  const age = timestampOf(now) - Number(writtenTime);
  if (Math.abs(age) <= toleranceSeconds) return { isValid: true };
  return wrong(age > 0 ? "timestampTooOld" : "timestampInFuture", { minutes: String(Math.round(Math.abs(age) / 60)) });
}

interface WrittenSignature {
  digest: string;
  error: SignatureError | undefined;
}

function readSignatures(header: string): WrittenSignature[] {
  return header.split(/\s+/).flatMap((written): WrittenSignature[] => {
    const [, version, text = ""] = /^(?:(v\d+a?),)?(.*)$/.exec(written) ?? [];
    if (version !== undefined && version !== "v1") return [];
    if (/^[\da-f]{64}$/i.test(text)) return [{ digest: Buffer.from(text, "hex").toString("base64"), error: "signatureHex" }];
    const digest = Buffer.from(text, "base64").toString("base64");
    if (digest !== text) return [{ digest, error: "signatureBase64Url" }];
    return [{ digest, error: version === undefined ? "signatureWithoutVersion" : undefined }];
  });
}

/** How to undo each change of a body; several texts where it is ambiguous. */
const rebuilds: readonly (readonly [SignatureError, (body: string) => string[]])[] = [
  ["bodyWhitespace", (body) => [body.replace(/^\uFEFF/, ""), body.replaceAll("\r\n", "\n"), body.replace(/^\uFEFF/, "").trim()]],
  ["bodyLatin1", (body) => [Buffer.from(body, "latin1").toString("utf8")]],
  ["bodyEscaped", (body) => [unescape(body)]],
  ["bodyBase64", (body) => [Buffer.from(body, "base64").toString("utf8")]],
  ["bodyReserialized", (body) => [JSON.stringify(parse(body)) ?? ""]],
];

/** Removes the unnecessary JSON escapes that PHP and Python write. */
function unescape(body: string): string {
  return body
    .replaceAll("\\/", "/")
    .replaceAll(/\\u([\da-f]{4})/gi, (escape, code: string) =>
      Number.parseInt(code, 16) < 0x80 ? escape : String.fromCharCode(Number.parseInt(code, 16)),
    );
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function compareBodies(received: string, text: string): SignatureError {
  if (isDeepStrictEqual(parse(received), parse(text))) return "bodyReserialized";
  return received !== "" && text.startsWith(received) ? "bodyTruncated" : "bodyChanged";
}
