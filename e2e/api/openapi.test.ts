import { describe, expect, inject, test } from "vitest";
import { send } from "#e2e/api/raw.ts";
import type { RawAnswer } from "#e2e/api/raw.ts";
import { sideOfPath } from "#lib/api/envelope.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { errorSchema } from "#lib/api/openapi/envelopes.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import type { Side } from "#lib/platform/wire/endpoint.ts";

const path = "/v2/openapi.json";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

describe("the OpenAPI description", () => {
  test("is served without a key, with the address of this installation", async () => {
    const { status, headers, text } = await send({ method: "GET", path });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(buildDocument(`${inject("baseUrl")}/v2`))));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      "x-execution-id": expect.stringMatching(/^exec_/) as string,
    });
  });

  test("is not sent again to a client that has it", async () => {
    const etag = (await send({ method: "GET", path })).headers.get("etag") ?? "";
    const { status, text } = await send({ method: "GET", path, headers: { "if-none-match": etag } });
    expect({ status, text }).toEqual({ status: 304, text: "" });
  });

  test("answers HEAD without a body, OPTIONS with the allowed methods, and other methods with 405", async () => {
    expect(await send({ method: "HEAD", path })).toMatchObject({ status: 200, text: "" });
    const options = await send({ method: "OPTIONS", path });
    expect(options).toMatchObject({ status: 204, text: "" });
    expect(options.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    for (const method of methods.slice(1)) {
      const refused = await send({ method, path });
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(errorSchema("contract", 405).parse(JSON.parse(refused.text))).toMatchObject({ error: { code: 405 } });
    }
  });
});

describe("every documented operation exists, and requires a key", () => {
  test.each(endpoints.map(({ method, path: published }) => [method, published] as const))("%s %s", async (method, published) => {
    const answer = await send({ method, path: `/v2${published.replaceAll(/\{\w+\}/g, "x")}` });
    expect(answer.status).toBe(401);
    expect(codeOf(answer, sideOfPath(`/v2${published}`))).toBe(9001);
  });
});

function codeOf({ status, text }: RawAnswer, side: Side): number {
  return (errorSchema(side, status).parse(JSON.parse(text)) as { error: { code: number } }).error.code;
}
