import { createHmac } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";

const key = "signkey-test-0123456789abcdef0123456789abcdef";
const url = "https://covergate.example/api/inngest?fnId=covergate-maintain&stepId=step";
const methods = ["GET", "POST", "PUT"] as const;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The endpoint of a process with these settings. */
async function loadWith(settings: Record<string, string>) {
  const all = { LOG_LEVEL: "silent", BASE_URL: "https://covergate.example", ...settings };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  return import("#app/api/inngest/route.ts");
}

function makeRequest(method: (typeof methods)[number], body: string, signature?: string): Request {
  const headers = {
    host: new URL(url).host,
    "content-type": "application/json",
    ...(signature === undefined ? {} : { "x-inngest-signature": signature }),
  };
  return new Request(url, { method, headers, ...(method === "GET" ? {} : { body }) });
}

/** Signs like Inngest: over the body and the second, with the key without its prefix. */
function sign(body: string, at: number, secret = key): string {
  const seconds = Math.floor(at / 1000);
  const hash = createHmac("sha256", secret.replace(/^signkey-\w+-/, ""))
    .update(body)
    .update(String(seconds))
    .digest("hex");
  return `t=${seconds}&s=${hash}`;
}

const production = { NODE_ENV: "production", INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: key };
const body = JSON.stringify({ ctx: {}, event: {}, events: [], steps: {} });

describe("in production", () => {
  test.each(methods)("a %s without a signature is refused", async (method) => {
    const route = await loadWith(production);
    expect((await route[method](makeRequest(method, body))).status).toBe(401);
  });

  test.each([
    ["another key", sign(body, Date.now(), "signkey-test-ffffffffffffffffffffffffffffffff")],
    ["another body", sign(`${body} `, Date.now())],
    ["an earlier time", sign(body, Date.now() - 6 * 60_000)],
  ])("a signature of %s is refused", async (_what, signature) => {
    const route = await loadWith(production);
    expect((await route.POST(makeRequest("POST", body, signature))).status).toBe(401);
  });

  test("a signed call is accepted", async () => {
    const route = await loadWith(production);
    const asked = JSON.stringify({ url });
    const request = makeRequest("PUT", asked, sign(asked, Date.now()));
    request.headers.set("x-inngest-sync-kind", "in_band");
    const answer = await route.PUT(request);
    expect(answer.status).toBe(200);
    const { functions } = (await answer.json()) as { functions: { id: string }[] };
    expect(functions.map(({ id }) => id)).toContain("covergate-deliver");
  });

  test("the development mode without signatures does not start", async () => {
    await expect(loadWith({ ...production, INNGEST_DEV: "1" })).rejects.toThrow("INNGEST_DEV is for development only");
  });

  test("a signing key alone is not enough to start", async () => {
    const { INNGEST_EVENT_KEY: _none, ...rest } = production;
    await expect(loadWith(rest)).rejects.toThrow("INNGEST_EVENT_KEY is needed");
  });
});

test.each(methods)("%s: the route answers 404 while Covergate runs its jobs itself", async (method) => {
  const route = await loadWith({ NODE_ENV: "production" });
  expect((await route[method](makeRequest(method, body, sign(body, Date.now())))).status).toBe(404);
});
