import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { sessionCookie } from "#lib/account/users/cookies.ts";
import { limitAnonymous } from "#lib/api/anonymous-limits.ts";
import type { VerifiedCallers } from "#lib/api/authenticate.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Knows everybody who has the cookie of a session. */
const withSession: VerifiedCallers = { isKnown: (claims) => claims.length > 0, verify: (claims) => Promise.resolve(claims.length > 0) };
const withNewSession: VerifiedCallers = { ...withSession, isKnown: () => false };

/** Asks for pages of addresses and of people in this order; `started` has those that are rendered, which `finish` ends. */
async function askFor(pages: readonly string[], callers = withSession) {
  const door = limitAnonymous({ connections: 10, requests: 10, bodies: 10, pagesPerMinute: 10 }, callers);
  const started: string[] = [];
  const responses = new Map<string, ServerResponse>();
  for (const page of pages) {
    const [caller = ""] = page.split(" ");
    const [address, headers] = /[.:]/.test(caller) ? [caller, {}] : ["192.0.2.9", { cookie: `${sessionCookie}=${caller}` }];
    const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/sign-in", headers });
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

test.each([
  ["networks", "192.0.2.1", "192.0.2.2", "2001:db8::1"],
  ["people", "ada", "bob", "eve"],
])("pages of all %s are rendered one after the other, and they take turns", async (_, one, other, third) => {
  const { started, finish } = await askFor([`${one} first`, `${one} second`, `${one} third`, `${other} first`, `${third} first`]);
  const turns = [`${one} first`, `${one} second`, `${other} first`, `${third} first`, `${one} third`];
  for (const [index, page] of turns.entries()) {
    expect(started).toEqual(turns.slice(0, index + 1));
    await finish(page);
  }
});

test("pages of somebody whose session was just verified are rendered one after the other", async () => {
  const { started } = await askFor(["ada first", "ada second"], withNewSession);
  expect(started).toEqual(["ada first"]);
});

test("a page of somebody with a session does not wait for anonymous pages", async () => {
  const { started } = await askFor(["192.0.2.1 first", "192.0.2.2 first", "ada first"]);
  expect(started.toSorted()).toEqual(["192.0.2.1 first", "ada first"]);
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
