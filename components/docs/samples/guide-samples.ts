import { randomUUID } from "node:crypto";
import { fillGuideStep, namesOf, variableOf } from "#components/docs/guides/guide-step.ts";
import type { GuideStep } from "#components/docs/guides/guide-step.ts";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import type { RequestSample } from "#components/docs/samples/request-samples.ts";
import { isFromCovergate } from "#components/docs/samples/signature-samples.ts";
import type { Operation } from "#components/docs/try-it-dialog.tsx";
import type { Example } from "#lib/platform/wire/endpoint.ts";

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
