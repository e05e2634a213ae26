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
