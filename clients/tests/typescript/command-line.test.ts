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
  const { covergate, received } = await serveReactions([{ status: 200, body: { contracts: [], next: null } }, ...reactions]);
  await covergate.contracts.list({ uid: "renter-lyon" }).take(1);
  return { host: received[0]?.headers.host ?? "", received };
}

const page = (from: number, count: number, next: string | null = null) => ({
  status: 200,
  body: { status: "success", next, contracts: Array.from({ length: count }, (_none, index) => ({ cid: String(from + index) })) },
});

const claims = { status: 200, body: { success: true, data: [{ id: "1" }], pagination: { total: 2, next: "b" } } };
const lastClaims = { status: 200, body: { success: true, data: [{ id: "2" }], pagination: { total: 2, next: null } } };
const products = { status: 200, body: [{ status: "success", products: [{ product_id: "1" }], next: "b" }] };
const lastProducts = { status: 200, body: [{ status: "success", products: [{ product_id: "2" }], next: null }] };

test.each([
  ["contracts", "/contracts?skip=7&limit=500", [page(0, 100, "b"), page(100, 30)], 130],
  ["claims", "/claims?offset=7", [claims, lastClaims], 2],
  ["products", "/products", [products, lastProducts], 2],
] as const)("a list of %s is read to its end, after what each page names as next", async (_name, path, [first, second], count) => {
  const { host, received } = await serve(first, second);
  const { out } = await run(host, ["api", "GET", path, "--paginate"]);
  expect(JSON.parse(out)).toHaveLength(count);
  const starts = received.slice(1).map(({ url }) => {
    const { skip, offset, after } = Object.fromEntries(new URLSearchParams(url.split("?")[1]));
    return { start: skip ?? offset, after };
  });
  expect(starts).toEqual([
    { start: path === "/products" ? undefined : "7", after: undefined },
    { start: undefined, after: "b" },
  ]);
});

test.each([
  ["one", []],
  ["a list of pages", ["--paginate"]],
])("an answer that breaks off is no answer: %s", async (_what, flags) => {
  const { host } = await serve({ status: 200, text: '{"contracts":[', headers: { "content-length": "100", connection: "close" } });
  const { code, problem } = await run(host, ["api", "GET", "/contracts", ...flags]);
  expect({ code, problem }).toEqual({ code: 5, problem: expect.stringContaining("CONNECTION_FAILED") as unknown });
});

const clock = (now: string) => ({ status: 200, body: { status: "success", now, catching_up: null, resetting: false } });

const recipes = {
  "v2.contract.created": {
    about: "cid",
    steps: [
      { method: "POST", path: "/contracts", body: { uid: "{renter}", end_date: "{now+7d}" }, capture: { cid: "contract.cid" } },
      { method: "GET", path: "/contracts/{cid}" },
    ],
  },
};

test("an event is triggered by the recipe of the installation", async () => {
  const contract = { status: 200, body: { status: "success", contract: { cid: "C 1" } } };
  const { host, received } = await serve({ status: 200, body: recipes }, clock("2030-01-01T00:00:00.000Z"), contract);
  const { out } = await run(host, ["trigger", "v2.contract.created", "--renter", "renter-lyon", "--json"]);
  expect(JSON.parse(out)).toEqual({ event: "v2.contract.created", subject: "C 1" });
  expect(received.slice(1).map(({ method, url, body }) => [`${method} ${url}`, body])).toEqual([
    ["GET /clients/recipes.json", undefined],
    ["GET /v2/sandbox/clock", undefined],
    ["POST /v2/contracts", { uid: "renter-lyon", end_date: "2030-01-08T00:00:00.000Z" }],
    ["GET /v2/contracts/C%201", undefined],
  ]);
});

test("an event without a recipe is refused with those that there are", async () => {
  const { host } = await serve({ status: 200, body: recipes });
  const { code, problem } = await run(host, ["trigger", "v2.contract.lost"]);
  expect({ code, problem }).toEqual({ code: 2, problem: expect.stringContaining("Choose one of v2.contract.created.") as unknown });
});
