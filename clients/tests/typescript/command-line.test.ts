import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveReactions } from "#clients/tests/typescript/api.fixture.ts";

const program = join(import.meta.dirname, "../../typescript/src/cli/main.ts");

/** Runs a command against a server of this machine. */
async function run(host: string, args: readonly string[]): Promise<{ code: number; out: string; problem: string }> {
  const env = { NODE_ENV: "test" as const, PATH: "/usr/bin:/bin", COVERGATE_API_KEY: "cg_test", COVERGATE_BASE_URL: `http://${host}` };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, out, problem) => {
      resolve({ code: Number(error?.code ?? 0), out, problem });
    });
  });
}

/** The host of a server, which a first call of the library tells. */
async function serve(...reactions: Parameters<typeof serveReactions>[0]) {
  const { covergate, received } = await serveReactions([{ status: 200, body: { contracts: [] } }, ...reactions]);
  await covergate.contracts.list({ uid: "renter-lyon" }).take(1);
  return { host: received[0]?.headers.host ?? "", received };
}

const page = (from: number, count: number) => ({
  status: 200,
  body: { status: "success", contracts: Array.from({ length: count }, (_none, index) => ({ cid: String(from + index) })) },
});

test("a list is read to its end, also where more is asked for at once than the API gives", async () => {
  const { host, received } = await serve(page(0, 100), page(100, 30));
  const { out } = await run(host, ["api", "GET", "/contracts?limit=500", "--paginate"]);
  expect(JSON.parse(out)).toHaveLength(130);
  expect(received.slice(1).map(({ url }) => new URLSearchParams(url.split("?")[1]).get("skip"))).toEqual([null, "100"]);
});

test.each([
  ["one", []],
  ["a list of pages", ["--paginate"]],
])("an answer that breaks off is no answer: %s", async (_what, flags) => {
  const { host } = await serve({ status: 200, text: '{"contracts":[', headers: { "content-length": "100", connection: "close" } });
  const { code, problem } = await run(host, ["api", "GET", "/contracts", ...flags]);
  expect({ code, problem }).toEqual({ code: 5, problem: expect.stringContaining("CONNECTION_FAILED") as unknown });
});
