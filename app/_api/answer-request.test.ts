import { expect, test } from "vitest";
import { answerRequest } from "#app/_api/answer-request.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

const tried = endpoints.filter(({ examples }) => examples !== undefined).map(({ id, method, path }) => ({ id, method, path }));

changeSettings({ BASE_URL: "https://covergate.example" });

const actor = { type: "user", userId: "usr_1", partnerId: "ptn_1" } as const;

test.each(tried)("$id, whose examples can be sent from the reference, has a handler", async ({ method, path }) => {
  const { status } = await answerRequest(
    { method, path: path.replaceAll(/\{\w+\}/g, "x") },
    { key: "", address: "192.0.2.1", source: "try_it", actor },
  );
  expect(status).toBe(401);
});
