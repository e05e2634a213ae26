import { beforeAll, describe, expect, test } from "vitest";
import * as anyPath from "#app/v2/[[...path]]/route.ts";
import * as clock from "#app/v2/sandbox/clock/route.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

let keys: Awaited<ReturnType<typeof makePartner>>["keys"];
beforeAll(async () => {
  ({ keys } = await makePartner());
});

const requests = [
  { name: "an unknown path", method: "GET", path: "/v2/sandbox/unknown", handler: anyPath.GET, refused: 404 },
  { name: "the sandbox itself", method: "GET", path: "/v2/sandbox", handler: anyPath.GET, refused: 404 },
  { name: "an unknown path of claims", method: "POST", path: "/v2/sandbox/claims/a/b/c", handler: anyPath.POST, refused: 404 },
  { name: "a wrong method", method: "PUT", path: "/v2/sandbox/clock", handler: clock.PUT, refused: 405 },
];

async function ask({ method, path, handler }: Omit<(typeof requests)[number], "name" | "refused">, key: string) {
  const response = await handler(new Request(`http://localhost${path}`, { method, headers: { key } }), { params: {} });
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
  expect(await ask({ method: "GET", path: "/v2/sandboxes", handler: anyPath.GET }, keys.production.text)).toMatchObject({ status: 404 });
});
