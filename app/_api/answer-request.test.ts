import { expect, test, vi } from "vitest";
import { endpoints } from "#lib/endpoints.ts";

const tried = endpoints.filter(({ examples }) => examples !== undefined).map(({ id, method, path }) => ({ id, method, path }));

test.each(tried)("$id, whose examples can be sent from the reference, has a handler", async ({ method, path }) => {
  vi.stubEnv("BASE_URL", "https://covergate.example");
  const { answerRequest } = await import("#app/_api/answer-request.ts");
  const { status } = await answerRequest({ method, path: path.replaceAll(/\{\w+\}/g, "x") }, "", "192.0.2.1");
  expect(status).toBe(401);
});
