import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createAnswer } from "#server/requests.ts";

test.each([true, false])("a page is rendered unless its caller leaves while it waits for its turn (%s)", async (leaves) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/sign-in" });
  const response = new ServerResponse(request);
  const rendered: string[] = [];
  const pages = {
    answer: async ({ url = "" }: IncomingMessage) => void rendered.push(url),
    open: async () => undefined,
    fail: () => undefined,
  };
  const admit = async () => {
    if (leaves) response.destroy();
    return {};
  };
  const answer = createAnswer(() => expect.fail("no API is called"), pages, { connect: () => undefined, admit });
  await answer("page", request, response);
  expect(rendered).toEqual(leaves ? [] : ["/sign-in"]);
});
