import { randomUUID } from "node:crypto";
import { fillGuideStep, namesOf, variableOf } from "#components/docs/guides/guide-step.ts";
import type { GuideStep } from "#components/docs/guides/guide-step.ts";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import type { RequestSample } from "#components/docs/samples/request-samples.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import type { Operation } from "#components/docs/try-it-dialog.tsx";
import type { Example } from "#lib/platform/wire/endpoint.ts";

/** The TypeScript sample's function, which the guide's receiver shares. */
const isFromCovergate = `/** Whether Covergate sent a request. The body is the raw one, before it is parsed. */
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

/** The guide's complete webhook receiver, which a test runs. */
export const receiverSample = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { COVERGATE_WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  // Undefined if the sender breaks off, which must not end the program.
  const body = await text(request).catch(() => undefined);
  if (body === undefined || !isFromCovergate(request.headers, body, COVERGATE_WEBHOOK_SECRET)) {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end();

  const id = String(request.headers["x-event-id"]);
  if (handled.has(id)) return;
  handled.add(id);
  const event = JSON.parse(body);
  console.log(event.event_type, event.data);
});

server.listen(Number(PORT), "127.0.0.1");

${isFromCovergate}`;

/** The guide's request that is sent until it is answered; retry-sample.test.ts runs it. */
export const retrySample = `import { setTimeout as wait } from "node:timers/promises";

const { COVERGATE_BASE_URL = "https://covergate.example", COVERGATE_API_KEY = "" } = process.env;

/**
 * Sends a write until it has its final response. \`id\` names the request: store it with your booking before the first attempt,
 * and use it again when your program has been restarted.
 */
export async function send(method: string, path: string, body: object, id: string): Promise<Response> {
  const headers = { key: COVERGATE_API_KEY, "content-type": "application/json", "idempotency-key": id };
  for (let attempt = 1; ; attempt += 1) {
    const request = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) };
    const response = await fetch(\`\${COVERGATE_BASE_URL}/v2\${path}\`, request).catch(() => undefined);
    const retryAfter = response?.headers.get("retry-after") ?? undefined;
    if (response && response.status < 500 && retryAfter === undefined) return response;
    if (attempt === 6) throw new Error(\`no final response to \${id} after \${attempt} attempts\`);
    // Not a number where there is none, or a proxy names a date.
    const seconds = Number(retryAfter);
    await wait(Number.isNaN(seconds) ? 500 * 2 ** attempt : seconds * 1000);
  }
}
`;

/** The guide's recovery of missed events; e2e/api/events.test.ts runs it. */
export const recoverySample = `const { COVERGATE_BASE_URL = "https://covergate.example", COVERGATE_API_KEY = "" } = process.env;

/** Handles every event after one, in order. Returns where to continue the next time. */
async function recover(after: string, handle: (event: any) => Promise<void>) {
  for (let isMore = true; isMore; ) {
    const address = \`\${COVERGATE_BASE_URL}/v2/events?limit=100&after=\${after}\`;
    const response = await fetch(address, { headers: { key: COVERGATE_API_KEY } });
    if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
    const { events, has_more } = await response.json();
    for (const event of events.toReversed()) await handle(event);
    after = events[0]?.id ?? after;
    isMore = has_more;
  }
  return after;
}
`;

/** The examples of a chapter of the reference, by operation and number: "createContract 0". */
export type ChapterSamples = Readonly<Record<string, { operation: Operation; code: RequestSample; example?: Example }>>;

/** A placeholder for a variable that no sample generator encodes. */
const markOf = (name: string) => `__${variableOf(name)}__`;
const mark = /__([A-Z]+)__/;

/** A step of a guide as code that reads its values from the environment; curl also captures the values for later steps. */
export function guideSamples(step: GuideStep, { address, now }: { address: string; now: Date }): RequestSample {
  const marks = Object.fromEntries(namesOf(step).map((name) => [name, markOf(name)]));
  const example = fillGuideStep(step, { ...marks, uuid: randomUUID() }, now);
  const { curl, typescript, php, python } = sampleRequest(step.endpoint, example, address);
  return {
    curl: keepCaptured(inShell(curl, example.body), step.capture),
    typescript: replaceTexts(typescript, /'([^'\n]*)'/g, (before, name, after) =>
      before + after === "" ? `process.env.${name}` : `\`${before}\${process.env.${name}}${after}\``,
    ),
    php: replaceTexts(php, /['"]([^'"\n]*)['"]/g, (before, name, after) =>
      [before && `"${before}"`, `getenv('${name}')`, after && `"${after}"`].filter((part) => part !== "").join(" . "),
    ),
    python: replaceTexts(python, /"([^"\n]*)"/g, (before, name, after) =>
      before + after === "" ? `os.environ["${name}"]` : `f"${before}{os.environ['${name}']}${after}"`,
    ),
  };
}

function replaceTexts(code: string, literals: RegExp, write: (before: string, name: string, after: string) => string): string {
  return code.replaceAll(literals, (literal, text: string) => {
    const match = mark.exec(text);
    return match?.[1] === undefined ? literal : write(text.slice(0, match.index), match[1], text.slice(match.index + match[0].length));
  });
}

/** Lets the shell fill in the variables: in the address, and in the body as a here-document. */
function inShell(curl: string, body: unknown): string {
  const [request = "", sent] = curl.replace(/^curl /, "curl -sS ").split(/ \\\n {2}-d /);
  const withVariables = request.replace(/'?(https?:[^\s']*__[A-Z]+__[^\s']*)'?/, '"$1"').replaceAll(new RegExp(mark, "g"), "$$$1");
  if (sent === undefined) return withVariables;
  const text = JSON.stringify(body, null, 2);
  if (!mark.test(text)) return `${withVariables} \\\n  -d ${sent}`;
  if (/[$`\\]/.test(text)) throw new Error(`a shell would change the text ${text}`);
  return `${withVariables} \\\n  -d @- <<JSON\n${text.replaceAll(new RegExp(mark, "g"), "$$$1")}\nJSON`;
}

/** Prints the answer and exports values from it, with tools that every shell has. */
function keepCaptured(command: string, capture: GuideStep["capture"] = {}): string {
  const names = Object.entries(capture);
  if (names.length === 0) return command;
  const isDocument = command.endsWith("\nJSON");
  return [
    `answer=$(${command}${isDocument ? "\n" : ""})`,
    `printf '%s\\n' "$answer"`,
    ...names.map(
      ([name, place]) =>
        `export ${variableOf(name)}=$(printf '%s' "$answer" | grep -o '${patternOf(place)}' | head -n 1 | cut -d '"' -f 4)`,
    ),
  ].join("\n");
}

/** A pattern for the first value of a name in JSON; `*` is the first key of an object. */
function patternOf(place: string): string {
  const [last = "", before = ""] = place.split(".").toReversed();
  return last === "*" ? `"${before}":{"[^"]*"` : `"${last}":"[^"]*"`;
}

/** The guide's rehearsal of a year for continuous integration; e2e/api/rehearsal.release.test.ts runs it. */
export const rehearsalSample = `import assert from "node:assert/strict";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const { COVERGATE_BASE_URL = "https://covergate.example", COVERGATE_API_KEY = "", RENTER = "", PORT = "4000" } = process.env;

async function call(method: string, path: string, body?: object) {
  const headers = { key: COVERGATE_API_KEY, "content-type": "application/json" };
  const response = await fetch(\`\${COVERGATE_BASE_URL}/v2\${path}\`, { method, headers, body: body && JSON.stringify(body) });
  assert(response.ok, \`\${method} \${path}: \${response.status} \${await response.clone().text()}\`);
  return response.json();
}

// Stands for your system: a webhook of Development sends its events here.
const events = new Map<string, any>();
const receiver = createServer(async (request, response) => {
  const { event_type, data } = (await json(request)) as any;
  events.set(event_type, data);
  response.writeHead(204).end();
}).listen(Number(PORT));

await call("POST", "/sandbox/reset", { confirm: COVERGATE_API_KEY.slice(0, 11) });
const { now } = await call("GET", "/sandbox/clock");
const end = new Date(now);
end.setUTCFullYear(end.getUTCFullYear() + 1);

const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" };
const data = { product_marked: "BC-12345", user_name: "Ada Martin" };
const name = { first_name: "Ada", last_name: "Martin", phone_number: "+33612345678" };
const individual = { ...name, address: "12 rue de la Paix", zipcode: "75002", city: "Paris", country: "FR" };
const { contract } = await call("POST", "/contracts", {
  uid: RENTER, contract_type: "LLD", start_date: now, end_date: end, automatic_renewal: true,
  options: ["break", "theft", "home_to_work", "individual"], individual, products: [{ ...bike, data }],
});

await call("POST", "/sandbox/clock", { advance: "P1Y" });
for (let tries = 0; tries < 50 && !events.has("v2.contract.renewed"); tries += 1) await new Promise((next) => setTimeout(next, 200));
receiver.close();

assert(events.has("v2.contract.renewal.notification"), "the customer was not told of the renewal");
const renewed = events.get("v2.contract.renewed");
assert.equal(renewed?.start_date, contract.end_date, "the contract was not renewed");
console.log(\`\${contract.cid} was renewed by \${renewed.cid} until \${renewed.end_date}\`);
`;

/** The same rehearsal without a receiver, for a shell with curl and jq. */
export const rehearsalScript = `set -euo pipefail
COVERGATE_BASE_URL=\${COVERGATE_BASE_URL:-https://covergate.example}

call() {
  curl -sS --fail-with-body -X "$1" "$COVERGATE_BASE_URL/v2$2" \\
    -H "key: $COVERGATE_API_KEY" -H "content-type: application/json" \${3:+-d "$3"}
}

call POST /sandbox/reset "{\\"confirm\\": \\"\${COVERGATE_API_KEY:0:11}\\"}" > /dev/null
now=$(call GET /sandbox/clock | jq -r .now)
ends=$(jq -rn --arg now "$now" '$now | (.[0:4] | tonumber + 1 | tostring) + .[4:]')

contract=$(call POST /contracts "$(jq -n --arg uid "$RENTER" --arg now "$now" --arg ends "$ends" '{
  uid: $uid, contract_type: "LLD", start_date: $now, end_date: $ends, automatic_renewal: true,
  options: ["break", "theft", "home_to_work", "individual"],
  individual: {
    first_name: "Ada", last_name: "Martin", phone_number: "+33612345678",
    address: "12 rue de la Paix", zipcode: "75002", city: "Paris", country: "FR"
  },
  products: [{
    product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27",
    data: { product_marked: "BC-12345", user_name: "Ada Martin" }
  }]
}')")
cid=$(jq -r .contract.cid <<< "$contract")

call POST /sandbox/clock '{"advance": "P1Y"}' > /dev/null
next=$(call GET "/contracts/$cid/automaticRenewals" | jq -r '.automatic_renewals[0].next_cid')
test "$next" != null
echo "$cid was renewed by $next"
`;
