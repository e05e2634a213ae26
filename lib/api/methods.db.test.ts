import { beforeAll, describe, expect, test } from "vitest";
import { GET, POST, PUT } from "#app/v2/[[...path]]/route.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const door = { GET, POST, PUT };

let keys: Awaited<ReturnType<typeof makePartner>>["keys"];
beforeAll(async () => {
  ({ keys } = await makePartner());
});

const requests = [
  { name: "an unknown path", method: "GET", path: "/v2/sandbox/unknown", refused: 404 },
  { name: "the sandbox itself", method: "GET", path: "/v2/sandbox", refused: 404 },
  { name: "an unknown path of claims", method: "POST", path: "/v2/sandbox/claims/a/b/c", refused: 404 },
  { name: "a wrong method", method: "PUT", path: "/v2/sandbox/clock", refused: 405 },
] as const;

async function ask({ method, path }: { method: keyof typeof door; path: string }, key: string) {
  const response = await door[method](new Request(`http://localhost${path}`, { method, headers: { key } }));
  const { error } = (await response.json()) as { error: { code: number } };
  return { status: response.status, code: error.code, allow: response.headers.get("allow") };
}

describe("an endpoint of the sandbox", () => {
  test.each(requests)("$name refuses a production key as not permitted", async (request) => {
    expect(await ask(request, keys.production.text)).toEqual({ status: 403, code: 98_888, allow: null });
  });

  test.each(requests)("$name refuses a development key as such", async (request) => {
    expect(await ask(request, keys.development.text)).toMatchObject({ status: request.refused });
  });
});

test("an unknown path outside the sandbox is not found for a production key either", async () => {
  expect(await ask({ method: "GET", path: "/v2/sandboxes" }, keys.production.text)).toMatchObject({ status: 404 });
});
