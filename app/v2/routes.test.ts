import { expect, test } from "vitest";
import { routes } from "#app/v2/routes.ts";
import { sideOfPath } from "#lib/api/envelope.ts";
import { errorSchema } from "#lib/api/openapi/envelopes.ts";
import { createRouter } from "#lib/api/router.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

const { find } = createRouter(routes);
const patternOf = (path: string) => `/v2${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** The pattern by which a request without a key is found, and its answer. */
async function ask(method: string, path: string) {
  const target = `/v2${path.replaceAll(/\{\w+\}/g, "x")}`;
  const { pattern, answer } = find(method, target);
  const response = await answer(new Request(`http://localhost${target}`, { method }), {});
  return { pattern, status: response.status, allow: response.headers.get("allow"), response };
}

/** Methods that a fixed path lacks, and a path with a parameter in its place has. */
const overlaps: Readonly<Record<string, string>> = {
  "PATCH /contracts/{contractId}/automaticRenewal/current": "/contracts/{contractId}/automaticRenewal/{arid}",
  "GET /contracts/action/automaticRenewals": "/contracts/{contractId}/automaticRenewals",
  "HEAD /contracts/action/automaticRenewals": "/contracts/{contractId}/automaticRenewals",
};

test("every endpoint of the specification has one handler, and every handler one endpoint", () => {
  const bound = routes.flatMap(({ endpoint }) => ("id" in endpoint ? [endpoint.id] : []));
  expect(new Set(bound)).toEqual(new Set(endpoints.map(({ id }) => id)));
  expect(bound).toHaveLength(endpoints.length);
});

test.each(endpoints.map(({ method, path }) => ({ method, path })))(
  "$method $path is answered by its own handler",
  async ({ method, path }) => {
    expect(await ask(method, path)).toMatchObject({ pattern: patternOf(path), status: 401 });
  },
);

test.each(Object.entries(overlaps))("%s is answered by %s, which takes its segment for an identifier", async (request, general) => {
  const [method = "", path = ""] = request.split(" ");
  expect(await ask(method, path)).toMatchObject({ pattern: patternOf(general), status: 401 });
});

// rules/errors.md#answers-6
test.each([...new Set(routes.flatMap(({ endpoint: { path, alias = path } }) => [path, alias]))])(
  "%s answers another method with 405 and the methods of the path",
  async (path) => {
    const own = routes.flatMap(({ endpoint }) => ([endpoint.path, endpoint.alias].includes(path) ? [endpoint.method] : []));
    const methods = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
    const allow = methods.join(", ");
    expect(await ask("OPTIONS", path)).toMatchObject({ status: 204, allow });
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
      if (methods.includes(method) || `${method} ${path}` in overlaps) continue;
      const { response, ...refused } = await ask(method, path);
      expect({ method, ...refused }).toEqual({ method, pattern: patternOf(path), status: 405, allow });
      const { success } = errorSchema(sideOfPath(`/v2${path}`), 405).safeParse(await response.json());
      expect(success).toBe(true);
    }
  },
);

test.each(["", "/", "?x=1", "/nothing", "/contracts/a/products/b", "/geo/getcitiesbyzipcode/75002"])(
  "the unknown path /v2%s is not found, under a name that holds nothing of it",
  async (path) => {
    expect(await ask("GET", path)).toMatchObject({ pattern: "/v2/*", status: 404 });
  },
);
