import { beforeAll, describe, expect, test } from "vitest";
import { send } from "#e2e/api/raw.ts";
import { makePartner } from "#e2e/api/world.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

let key = "";
beforeAll(async () => {
  key = (await makePartner()).development.key;
});

/** The published paths, each with the methods that it has. */
const published = Map.groupBy(endpoints, ({ path }) => path);

describe("OPTIONS of a published path allows the published methods, even if a path with a parameter matches as well", () => {
  test.each([...published.keys()])("%s", async (path) => {
    const methods = (published.get(path) ?? []).map(({ method }) => method);
    const { status, headers } = await send({
      method: "OPTIONS",
      path: `/v2${path.replaceAll(/\{\w+\}/g, "x")}`,
      headers: { key },
    });
    const allowed = [...methods, "OPTIONS", ...(methods.includes("GET") ? ["HEAD"] : [])].toSorted().join(", ");
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 204, allow: allowed });
  });
});
