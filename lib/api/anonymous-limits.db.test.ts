import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { limitAnonymous } from "#lib/api/anonymous-limits.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

const nobody = { isKnown: () => false, verify: () => Promise.resolve(false) };

/** Asks for pages in this order; `started` has those that are rendered, which `finish` ends. */
async function askFor(pages: readonly string[]) {
  const door = limitAnonymous({ connections: 10, requests: 10, bodies: 10, pagesPerMinute: 10 }, nobody);
  const started: string[] = [];
  const responses = new Map<string, ServerResponse>();
  for (const page of pages) {
    const [address = ""] = page.split(" ");
    const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/sign-in" });
    const response = new ServerResponse(request);
    responses.set(page, response);
    void door.admit({ request, response, address, isPage: true }).then(() => started.push(page));
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  const finish = async (page: string) => {
    responses.get(page)?.emit("close");
    await settle();
  };
  return { started, finish, settle };
}

test("pages of all unverified callers are rendered one after the other, and their networks take turns", async () => {
  const pages = ["192.0.2.1 first", "192.0.2.1 second", "192.0.2.1 third", "192.0.2.2 first", "2001:db8::1 first"];
  const { started, finish } = await askFor(pages);
  const turns = ["192.0.2.1 first", "192.0.2.1 second", "192.0.2.2 first", "2001:db8::1 first", "192.0.2.1 third"];
  for (const [index, page] of turns.entries()) {
    expect(started).toEqual(turns.slice(0, index + 1));
    await finish(page);
  }
});

test("a reader who takes nothing holds the others up for a moment only", async () => {
  const { started, finish, settle } = await askFor(["192.0.2.1 slow", "192.0.2.2 next", "192.0.2.3 last"]);
  vi.advanceTimersByTime(100);
  await settle();
  expect(started).toEqual(["192.0.2.1 slow", "192.0.2.2 next"]);
  await finish("192.0.2.1 slow");
  expect(started, "its end starts no second one").toHaveLength(2);
  await finish("192.0.2.2 next");
  expect(started.at(-1)).toBe("192.0.2.3 last");
});
