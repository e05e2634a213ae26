import type { AnyTRPCProcedure } from "@trpc/server";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sql } from "#db/client.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { pollHeader } from "#lib/account/users/poll-header.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { asStaff, makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";
import { nameViewer, viewerHeader } from "#lib/account/users/viewer.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { roles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";
import { reviveInstants } from "#lib/platform/time/dates.ts";
import {
  administrator,
  answerPage,
  answerWith,
  anyone,
  handler,
  owner,
  developer,
  member,
  partner,
  person,
  router,
  staff,
  support,
} from "#lib/rpc/procedures.ts";
import type { PageContext } from "#lib/rpc/procedures.ts";

type Partner = Awaited<ReturnType<typeof makePartner>>;

let shop: Partner;
let people: Record<Role, SampleUser>;

beforeAll(async () => {
  shop = await makePartner();
  const [ofOwner, ofDeveloper, ofBoth, ofMember, ofAdministrator, ofSupport, ofHandler] = await Promise.all([
    makeUser({ role: "owner", partnerId: shop.id }),
    makeUser({ role: "developer", partnerId: shop.id }),
    makeUser({ role: "developer-member", partnerId: shop.id }),
    makeUser({ role: "member", partnerId: shop.id }),
    makeUser("administrator"),
    makeUser("support"),
    makeUser("handler"),
  ]);
  people = {
    owner: ofOwner,
    developer: ofDeveloper,
    "developer-member": ofBoth,
    member: ofMember,
    administrator: ofAdministrator,
    support: ofSupport,
    handler: ofHandler,
  };
});

const bases = { signedIn: person, partner, owner, developer, member, administrator, staff, support, handler };

interface Asked {
  cookie?: string | undefined;
  input?: unknown;
  headers?: Record<string, string>;
}

/** Asks a procedure as the route of the procedures does. */
async function ask(procedure: AnyTRPCProcedure, { cookie, input = { environment: "development" }, headers = {} }: Asked) {
  const isChange = procedure._def.type === "mutation";
  const query = new URLSearchParams({ input: JSON.stringify(input) });
  const request = new Request(`http://covergate.test/api/portal/trpc/tried${isChange ? "" : `?${query}`}`, {
    method: isChange ? "POST" : "GET",
    headers: {
      host: "covergate.test",
      ...(cookie !== undefined && { cookie }),
      ...(isChange && { origin: "http://covergate.test", "content-type": "application/json" }),
      ...headers,
    },
    ...(isChange && { body: JSON.stringify(input) }),
  });
  const response = await answerWith(router({ tried: procedure }))(request);
  const answer = (await response.json()) as { result?: { data: unknown }; error?: { message: string; data: unknown } };
  return { status: response.status, headers: response.headers, data: reviveInstants(answer.result?.data), error: answer.error };
}

test("a poll does not extend an idle session; a user's request does", async () => {
  const earlier = new Date(Date.now() - 40 * 60_000);
  const cookie = await makeSessionCookie(people.owner, { now: earlier });
  const [read, change] = [person.query(() => "read"), person.mutation(() => "changed")];
  const seen = async () => {
    const [row] = await sql<{ at: Date }[]>`
      select last_seen_at as at from sessions where user_id = ${people.owner.id} and created_at = ${earlier}`;
    return new Date(row?.at ?? 0);
  };
  const headers = { [pollHeader]: "1" };
  expect(await ask(read, { cookie, headers })).toMatchObject({ status: 200 });
  expect(await seen()).toEqual(earlier);
  expect(await ask(change, { cookie, headers })).toMatchObject({ status: 200 });
  expect(await seen(), "only reading is polling").not.toEqual(earlier);

  const idle = await makeSessionCookie(people.member, { now: new Date(Date.now() - 61 * 60_000) });
  expect(await ask(read, { cookie: idle, headers })).toMatchObject({ status: 401 });
});

describe("access", () => {
  const cases = (Object.keys(bases) as (keyof typeof bases)[]).flatMap((audience) =>
    roles.map((role) => ({ audience, role, status: isAmong(audience, role) ? 200 : 403 })),
  );

  test.each(cases)("to a procedure for $audience as $role answers $status", async ({ audience, role, status }) => {
    let ran = false;
    const procedure = bases[audience].query(() => (ran = true));
    const cookie = await makeSessionCookie(people[role]);
    expect((await ask(procedure, { cookie })).status).toBe(status);
    expect(ran).toBe(status === 200);
  });

  test.each(["", "covergate-session=nonsense", "covergate-session=", "other=1"])("is refused with the cookie %j", async (cookie) => {
    const secret = person.query(() => "secret");
    expect(await ask(secret, { cookie })).toMatchObject({ status: 401, data: undefined, error: { message: "sign in to go on" } });
  });

  // rules/authority.md#signin-3
  test("ends for a disabled account with the next request", async () => {
    const user = await makeUser({ role: "owner", partnerId: shop.id });
    const cookie = await makeSessionCookie(user);
    const secret = owner.query(() => "secret");
    expect((await ask(secret, { cookie })).status).toBe(200);
    await changeUser(asStaff, user.id, { disabled: true, reason: "asked by phone" });
    expect((await ask(secret, { cookie })).status).toBe(401);
    await changeUser(asStaff, user.id, { disabled: false, reason: "asked by phone" });
    expect((await ask(secret, { cookie })).status, "their old session stays over").toBe(401);
  });

  test("ends with the next request for a role that the change of role no longer admits", async () => {
    const user = await makeUser({ role: "owner", partnerId: shop.id });
    const cookie = await makeSessionCookie(user);
    const secret = owner.query(() => "secret");
    await changeUser(asStaff, user.id, { role: "member", reason: "asked by phone" });
    expect((await ask(secret, { cookie })).status).toBe(403);
  });
});

describe("the context of a verb", () => {
  test.each(["development", "production"] as const)(
    "of the %s world is the partner's own world, whatever else is sent",
    async (environment) => {
      const procedure = partner.query(({ ctx: { world, actor, user } }) => ({ world, actor, email: user.email }));
      const cookie = await makeSessionCookie(people.member);
      const { data } = await ask(procedure, { cookie, input: { environment, partnerId: "another" } });
      const { id, email } = people.member;
      expect(data).toEqual({
        world: shop.worlds[environment],
        actor: { type: "user", userId: id, partnerId: shop.id },
        email,
      });
    },
  );

  test.each([{}, { environment: "staging" }, { environment: "constructor" }])(
    "does not exist if the input names no environment: %j",
    async (input) => {
      const secret = partner.query(() => "secret");
      expect((await ask(secret, { cookie: await makeSessionCookie(people.owner), input })).status).toBe(422);
    },
  );

  test("of the operator's staff names the user", async () => {
    const { data } = await ask(
      support.query(({ ctx }) => ctx.actor),
      { cookie: await makeSessionCookie(people.support) },
    );
    expect(data).toEqual({ type: "staff", name: "Ada Martin", userId: people.support.id });
  });
});

test("a procedure's schema and its verb do not see the environment, and unknown fields are refused", async () => {
  const strict = partner.input(z.strictObject({ name: z.string() })).query(({ input }) => input);
  const cookie = await makeSessionCookie(people.member);
  const input = { environment: "development", name: "Ada" };
  expect(await ask(strict, { cookie, input })).toMatchObject({ status: 200 });
  expect((await ask(strict, { cookie, input })).data).toEqual({ name: "Ada" });
  expect(await ask(strict, { cookie, input: { ...input, more: 1 } })).toMatchObject({ status: 422 });
});

describe("a change", () => {
  const change = person.input(z.object({ name: z.string().min(3) })).mutation(({ input }) => input);

  test("from a page of ours is made", async () => {
    const cookie = await makeSessionCookie(people.owner);
    expect(await ask(change, { cookie, input: { name: "Ada" } })).toMatchObject({ status: 200, data: { name: "Ada" } });
  });

  // rules/authority.md#signin-6
  test("is refused to another site, whoever is signed in", async () => {
    const cookie = await makeSessionCookie(people.owner);
    for (const headers of [{ origin: "https://attacker.example" }, { "sec-fetch-site": "cross-site" }, { "content-type": "text/plain" }]) {
      expect((await ask(change, { cookie, input: { name: "Ada" }, headers })).status).toBe(403);
    }
  });

  test("with wrong fields is refused with their names", async () => {
    const cookie = await makeSessionCookie(people.owner);
    const { status, error } = await ask(change, { cookie, input: { name: "A" } });
    expect(status).toBe(422);
    expect(error).toMatchObject({ data: { fields: { name: expect.stringContaining("3") as string } } });
  });

  test.each([{ name: "Ada\0Martin" }, { name: "Ada", notes: [{ "in a list": "\0" }] }])("with a NUL is refused: %j", async (input) => {
    const cookie = await makeSessionCookie(people.owner);
    expect((await ask(change, { cookie, input })).status).toBe(400);
  });
});

describe("a page", () => {
  const read = person.query(({ ctx: { user } }) => user.id);
  const nameOf = ({ id }: SampleUser, partnerId: string | null) =>
    nameViewer({ id, partner: partnerId === null ? null : { id: partnerId, name: "" } });
  const askAs = async (viewer: string, cookie: string, procedure: AnyTRPCProcedure = read) =>
    ask(procedure, { cookie, headers: { [viewerHeader]: viewer } });

  test("acts for the viewer for whom it was rendered", async () => {
    expect((await askAs(nameOf(people.owner, shop.id), await makeSessionCookie(people.owner))).status).toBe(200);
    expect((await askAs(nameOf(people.support, null), await makeSessionCookie(people.support))).status).toBe(200);
  });

  test("goes on after a change of the viewer's role", async () => {
    const user = await makeUser({ role: "owner", partnerId: shop.id });
    const cookie = await makeSessionCookie(user);
    await changeUser(asStaff, user.id, { role: "member", reason: "asked by phone" });
    expect((await askAs(nameOf(user, shop.id), cookie)).status).toBe(200);
    expect(
      (
        await askAs(
          nameOf(user, shop.id),
          cookie,
          owner.query(() => "secret"),
        )
      ).status,
      "the new role counts",
    ).toBe(403);
  });

  test("of somebody else, or of another partner, is refused, and told who is signed in", async () => {
    const cookie = await makeSessionCookie(people.owner);
    const foreign = [
      nameOf(people.member, shop.id),
      nameOf(people.owner, "another"),
      nameOf(people.owner, null),
      nameOf(people.support, null),
      "",
    ];
    for (const viewer of foreign) {
      const { status, error } = await askAs(
        viewer,
        cookie,
        support.query(() => "secret"),
      );
      expect([viewer, status]).toEqual([viewer, 409]);
      expect(error).toMatchObject({
        data: { key: "otherViewer", values: { viewer: expect.stringMatching(/^Ada Martin \(.+\)$/) as string } },
      });
    }
  });
});

describe("a response", () => {
  const failing = (error: Error) =>
    anyone.query(() => {
      throw error;
    });

  test.each([
    [new UserError("taken", { key: "renterTaken", values: { uid: "a" } }), 409, "taken", { key: "renterTaken", values: { uid: "a" } }],
    [new NotFound("there is no such thing", { key: "noUser" }), 404, "there is no such thing", { key: "noUser" }],
    [new ApiError("CONTRACT_NOT_FOUND", "no such contract"), 404, "no such contract", { errorCode: 1051 }],
  ])("to %s has the matching status", async (error, status, message, data) => {
    expect(await ask(failing(error), {})).toMatchObject({ status, error: { message, data } });
  });

  test("to an unexpected error does not reveal it", async () => {
    const { status, error } = await ask(failing(new Error("password=hunter2")), {});
    expect(status).toBe(500);
    expect(JSON.stringify(error)).not.toContain("hunter2");
    expect(error).toMatchObject({ data: { key: "internal", values: { executionId: expect.stringMatching(/^exec_/) as string } } });
  });

  test("is not cached, and carries instants as dates", async () => {
    const at = new Date("2027-01-31T09:00:00.000Z");
    const { headers, data } = await ask(
      anyone.query(() => ({ at })),
      {},
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(data).toEqual({ at });
  });
});

test("a procedure answers a page in the page's own context, and refuses that of another role or environment", async () => {
  const page = (role: Role, environment?: Environment) =>
    ({ user: { role, partner: null }, ...(environment !== undefined && { world: { environment } }) }) as PageContext;
  const procedures = router({ owned: owner.query(({ ctx }) => ctx.world), handled: handler.query(() => "handled") });
  const input = { environment: "development" };
  expect(await answerPage(procedures, page("owner", "development"), "owned", input)).toEqual({ environment: "development" });
  await expect(answerPage(procedures, page("owner", "production"), "owned", input)).rejects.toThrow("environment");
  await expect(answerPage(procedures, page("member", "development"), "owned", input)).rejects.toThrow("owner");
  await expect(answerPage(procedures, page("support"), "owned", input)).rejects.toThrow("owner");
  await expect(answerPage(procedures, page("support"), "handled", undefined)).rejects.toThrow("handler");
  const [now, realTime] = [new Date("2030-01-01"), new Date("2026-01-01")];
  const clocks = router({ world: owner.query(({ ctx }) => ctx.now), people: person.query(({ ctx }) => ctx.now) });
  const shifted = { ...page("owner", "development"), now, realTime } as PageContext;
  expect(await answerPage(clocks, shifted, "world", input)).toEqual(now);
  expect(await answerPage(clocks, shifted, "people", undefined)).toEqual(realTime);
  const missing = router({ missing: staff.query(() => Promise.reject(new NotFound("gone", { key: "noRenter" }))) });
  await expect(answerPage(missing, page("support"), "missing", undefined)).rejects.toBeInstanceOf(NotFound);
});
