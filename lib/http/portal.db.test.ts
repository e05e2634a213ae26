import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sql } from "#db/client.ts";
import { ApiError } from "#lib/errors.ts";
import { portalRoute } from "#lib/http/portal.ts";
import type { PortalHandler } from "#lib/http/portal.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { changeUser } from "#lib/users/administration.ts";
import { pollHeader } from "#lib/users/poll-header.ts";
import { audiences } from "#lib/users/rules/audience.ts";
import { asStaff, makeSessionCookie, makeUser } from "#lib/users/users.fixture.ts";
import type { SampleUser } from "#lib/users/users.fixture.ts";

type Partner = Awaited<ReturnType<typeof makePartner>>;
type RoleName = "owner" | "member" | "support" | "handler";

let partner: Partner;
let people: Record<RoleName, SampleUser>;

beforeAll(async () => {
  partner = await makePartner();
  const [owner, member, support, handler] = await Promise.all([
    makeUser({ role: "owner", partnerId: partner.id }),
    makeUser({ role: "member", partnerId: partner.id }),
    makeUser("support"),
    makeUser("handler"),
  ]);
  people = { owner, member, support, handler };
});

interface Asked {
  cookie?: string | undefined;
  method?: string;
  body?: unknown;
  search?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
}

async function ask(
  handler: PortalHandler,
  { cookie, method = "GET", body, search = "", headers = {}, params = { environment: "development" } }: Asked,
) {
  const isChange = method !== "GET";
  const request = new Request(`http://covergate.test/api/portal${search}`, {
    method,
    headers: {
      host: "covergate.test",
      ...(cookie !== undefined && { cookie }),
      ...(isChange && { origin: "http://covergate.test", "content-type": "application/json" }),
      ...headers,
    },
    ...(isChange && { body: JSON.stringify(body ?? {}) }),
  });
  const response = await handler(request, { params });
  return { status: response.status, headers: response.headers, answer: (await response.json()) as unknown };
}

test("a poll is answered without putting off the end of an idle session; what a person asks for puts it off", async () => {
  const earlier = new Date(Date.now() - 40 * 60_000);
  const cookie = await makeSessionCookie(people.owner, { now: earlier });
  const handler = portalRoute({ for: "signedIn" }, async () => "read");
  const seen = async () => {
    const [row] = await sql<{ at: Date }[]>`
      select last_seen_at as at from sessions where user_id = ${people.owner.id} and created_at = ${earlier}`;
    return new Date(row?.at ?? 0);
  };
  const headers = { [pollHeader]: "1" };
  expect(await ask(handler, { cookie, headers })).toMatchObject({ status: 200 });
  expect(await seen()).toEqual(earlier);
  expect(await ask(handler, { cookie, headers, method: "POST" })).toMatchObject({ status: 200 });
  expect(await seen(), "only reading is polling").not.toEqual(earlier);

  const idle = await makeSessionCookie(people.member, { now: new Date(Date.now() - 61 * 60_000) });
  expect(await ask(handler, { cookie: idle, headers })).toMatchObject({ status: 401 });
});

describe("access", () => {
  const cases = Object.entries(audiences).flatMap(([audience, roles]) =>
    (["owner", "member", "support", "handler"] as const).map((role) => ({
      audience: audience as keyof typeof audiences,
      role,
      status: (roles as readonly string[]).includes(role) ? 200 : 403,
    })),
  );

  test.each(cases)("a route for $audience answers $role with $status", async ({ audience, role, status }) => {
    let ran = false;
    const handler = portalRoute({ for: audience }, async () => {
      ran = true;
    });
    const cookie = await makeSessionCookie(people[role]);
    expect((await ask(handler, { cookie })).status).toBe(status);
    expect(ran).toBe(status === 200);
  });

  test.each(["", "covergate-session=nonsense", "covergate-session=", "other=1"])("is refused with the cookie %j", async (cookie) => {
    const handler = portalRoute({ for: "signedIn" }, async () => "secret");
    expect(await ask(handler, { cookie })).toMatchObject({ status: 401, answer: { error: { message: "sign in to go on" } } });
  });

  test("ends for a disabled account with the next request", async () => {
    const user = await makeUser({ role: "owner", partnerId: partner.id });
    const cookie = await makeSessionCookie(user);
    const handler = portalRoute({ for: "owner" }, async () => "secret");
    expect((await ask(handler, { cookie })).status).toBe(200);
    await changeUser(asStaff, user.id, { disabled: true, reason: "asked by phone" });
    expect((await ask(handler, { cookie })).status).toBe(401);
    await changeUser(asStaff, user.id, { disabled: false, reason: "asked by phone" });
    expect((await ask(handler, { cookie })).status, "their old session stays over").toBe(401);
  });

  test("ends where the new role does not reach, with the next request", async () => {
    const user = await makeUser({ role: "owner", partnerId: partner.id });
    const cookie = await makeSessionCookie(user);
    const handler = portalRoute({ for: "owner" }, async () => "secret");
    await changeUser(asStaff, user.id, { role: "member", reason: "asked by phone" });
    expect((await ask(handler, { cookie })).status).toBe(403);
  });
});

describe("the context of a verb", () => {
  test.each(["development", "production"] as const)("has the partner's own world of %s, whatever else is sent", async (environment) => {
    const handler = portalRoute({ for: "partner" }, async ({ world, actor, user }) => ({ world, actor, email: user.email }));
    const cookie = await makeSessionCookie(people.member);
    const { answer } = await ask(handler, { cookie, params: { environment }, search: "?partnerId=another" });
    const { id, email } = people.member;
    expect(answer).toEqual({
      data: { world: partner.worlds[environment], actor: { type: "user", userId: id, partnerId: partner.id }, email },
    });
  });

  test.each([{}, { environment: "staging" }, { environment: "constructor" }])(
    "is none where the address names no environment: %j",
    async (params) => {
      const handler = portalRoute({ for: "partner" }, async () => "secret");
      expect((await ask(handler, { cookie: await makeSessionCookie(people.owner), params })).status).toBe(404);
    },
  );

  test("of the operator's staff names the user", async () => {
    const handler = portalRoute({ for: "support" }, async ({ actor }) => actor);
    const { answer } = await ask(handler, { cookie: await makeSessionCookie(people.support), params: {} });
    expect(answer).toEqual({ data: { type: "staff", name: "Ada Martin", userId: people.support.id } });
  });
});

describe("a change", () => {
  const change = portalRoute({ for: "signedIn", body: z.object({ name: z.string().min(3) }) }, async (_ctx, { body }) => body);

  test("runs for a page of ours", async () => {
    const cookie = await makeSessionCookie(people.owner);
    expect(await ask(change, { cookie, method: "POST", body: { name: "Ada" } })).toMatchObject({
      status: 200,
      answer: { data: { name: "Ada" } },
    });
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("by %s is refused to another site, whoever is signed in", async (method) => {
    const cookie = await makeSessionCookie(people.owner);
    for (const headers of [{ origin: "https://attacker.example" }, { "sec-fetch-site": "cross-site" }, { "content-type": "text/plain" }]) {
      expect((await ask(change, { cookie, method, body: { name: "Ada" }, headers })).status).toBe(403);
    }
  });

  test("is told which fields are wrong", async () => {
    const cookie = await makeSessionCookie(people.owner);
    const { status, answer } = await ask(change, { cookie, method: "POST", body: { name: "A" } });
    expect(status).toBe(422);
    expect(answer).toMatchObject({ error: { fields: { name: expect.stringContaining("3") as string } } });
  });

  test.each([{ name: "Ada\0Martin" }, { name: "Ada", notes: [{ "in a list": "\0" }] }])("with a NUL is refused: %j", async (body) => {
    const cookie = await makeSessionCookie(people.owner);
    expect((await ask(change, { cookie, method: "POST", body })).status).toBe(400);
  });
});

describe("an answer", () => {
  const failing = (failure: Error) =>
    portalRoute({ for: "anyone" }, async () => {
      throw failure;
    });

  test.each([
    [
      new Refusal("taken", { key: "renterTaken", values: { uid: "a" } }),
      409,
      { message: "taken", key: "renterTaken", values: { uid: "a" } },
    ],
    [new NotFound("there is no such thing", { key: "noUser" }), 404, { message: "there is no such thing", key: "noUser" }],
    [new ApiError("CONTRACT_NOT_FOUND", "no such contract"), 404, { message: "no such contract", code: 1051 }],
  ])("to %s says so", async (failure, status, error) => {
    expect(await ask(failing(failure), {})).toMatchObject({ status, answer: { error } });
  });

  test("to what nobody expected says nothing of it", async () => {
    const { status, answer } = await ask(failing(new Error("password=hunter2")), {});
    expect(status).toBe(500);
    expect(JSON.stringify(answer)).not.toContain("hunter2");
    expect(answer).toMatchObject({ error: { key: "internal", values: { executionId: expect.stringMatching(/^exec_/) as string } } });
  });

  test("is kept by no cache, and says nothing where there is nothing to say", async () => {
    const { headers, answer } = await ask(
      portalRoute({ for: "anyone" }, async () => undefined),
      {},
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(answer).toEqual({ data: null });
  });
});
