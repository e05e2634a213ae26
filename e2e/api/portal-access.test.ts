import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { pageAudiences as pages, routeAudiences as routes } from "#e2e/api/portal-audiences.ts";
import { makeClosedSessions, makePortalWorld, makeStaleSession, makeVisitors } from "#e2e/api/portal-world.ts";
import type { PortalWorld } from "#e2e/api/portal-world.ts";
import { readWorld } from "#e2e/api/world.ts";
import type { PortalHandler } from "#lib/http/portal.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { Role } from "#lib/users/schema-roles.ts";
import { sampleSettings } from "#lib/webhooks/webhooks.fixture.ts";

const app = join(import.meta.dirname, "../../app");

const passkey = { id: "a", rawId: "a", type: "public-key", clientExtensionResults: {} };
const reason = "Asked by phone";

/** What is refused to a session whose user proved who they are more than ten minutes ago, with a body that is taken otherwise. */
const guarded: Record<string, { as: Role; body?: object; path?: string }> = {
  "POST api/portal/[environment]/exports/[list]": { as: "member", body: { filters: {} }, path: "/production/exports/renters" },
  "POST api/portal/[environment]/keys/[keyId]/reveal": { as: "owner", body: { purpose: "reveal" }, path: "/production/keys/none/reveal" },
  "POST api/portal/[environment]/webhooks": { as: "owner", body: sampleSettings, path: "/production/webhooks" },
  "PATCH api/portal/[environment]/webhooks/[webhookId]": {
    as: "owner",
    body: { url: "https://other.example.com/" },
    path: "/production/webhooks/[productionWebhookId]",
  },
  "POST api/portal/[environment]/webhooks/[webhookId]/signing": { as: "owner" },
  "DELETE api/portal/[environment]/webhooks/[webhookId]/signing": { as: "owner" },
  "POST api/portal/[environment]/webhooks/[webhookId]/signing/reveal": { as: "owner", body: { purpose: "reveal" } },
  "POST api/portal/[environment]/webhooks/[webhookId]/signing/rotate": { as: "owner" },
  "POST api/portal/me/authenticator-app": { as: "member" },
  "PUT api/portal/me/authenticator-app": { as: "member", body: { code: "123456" } },
  "DELETE api/portal/me/authenticator-app": { as: "member" },
  "POST api/portal/me/passkeys/options": { as: "member" },
  "POST api/portal/me/passkeys": {
    as: "member",
    body: { name: "laptop", credential: { ...passkey, response: { clientDataJSON: "", attestationObject: "" } } },
  },
  "DELETE api/portal/me/passkeys/[passkeyId]": { as: "member" },
  "POST api/portal/me/recovery-codes": { as: "member" },
  "DELETE api/portal/me/sessions/[sessionId]": { as: "member" },
  "POST api/portal/me/sign-out-everywhere": { as: "member" },
  "POST api/portal/support/claims/[claimId]/moves": { as: "handler", body: { move: "approveRefund", amountCents: 1_000 } },
  "POST api/portal/support/exports/[list]": { as: "handler", body: { filters: {} }, path: "/support/exports/claims" },
  "POST api/portal/support/keys/[keyId]/revocation": {
    as: "support",
    body: { reason },
    path: "/support/keys/[productionKeyId]/revocation",
  },
  "PATCH api/portal/support/partners/[partnerId]": { as: "support", body: { seen: {}, changes: { requestsPerMinute: 1 }, reason } },
  "PUT api/portal/support/partners/[partnerId]/status": { as: "support", body: { status: "suspended", reason } },
  "POST api/portal/support/partners/[partnerId]/keys": { as: "support", body: { environment: "production", overlap: 0, reason } },
  "POST api/portal/support/partners/[partnerId]/users": {
    as: "support",
    body: { email: "new@people.example", name: "Ada", role: "member" },
  },
  "PATCH api/portal/support/users/[userId]": { as: "support", body: { disabled: true, reason } },
  "POST api/portal/support/users/[userId]/link": { as: "support", body: { reason } },
  "DELETE api/portal/support/users/[userId]/second-factors": { as: "support", body: { reason } },
};

type Visitor = keyof Awaited<ReturnType<typeof makeVisitors>>;
const roles = { owner: "owner", member: "member", stranger: "owner", support: "support", handler: "handler" } as const satisfies Record<
  Visitor,
  Role
>;
const everybody = Object.keys(roles) as Visitor[];

let world: PortalWorld;
let visitors: Record<Visitor, string>;
/** Cookies that opened something, or look as if they did. */
let closed: Record<string, string>;

beforeAll(async () => {
  world = await makePortalWorld();
  visitors = await makeVisitors(world);
  closed = await makeClosedSessions(world);
});

/** An address with what the parameters stand for; groups such as `(portal)` are no part of it. */
function addressOf(folder: string): string {
  const segments = folder.split("/").filter((segment) => segment !== "" && !/^\(.*\)$/.test(segment));
  return `/${segments.map((segment) => segment.replace(/^\[(\w+)\]$/, (_all, name: string) => world.ids[name] ?? `no-${name}`)).join("/")}`;
}

function ask(
  address: string,
  visitor: Visitor | undefined,
  init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
) {
  return askWith(address, visitor && visitors[visitor], init);
}

function askWith(
  address: string,
  cookie: string | undefined,
  init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
) {
  const headers = { ...init.headers, ...(cookie !== undefined && { cookie }) };
  return fetch(new URL(address, inject("baseUrl")), { redirect: "manual", ...init, headers });
}

/** Whatever names something of the world must not reach anybody else, but for what they asked by. */
function expectNothingOfTheWorld(text: string, asked: string): void {
  const { webhookId, deliveryId, eventId, executionId, cid, arid, claimId, keyId, partnerId, userId } = world.ids;
  const secrets = [
    webhookId,
    deliveryId,
    eventId,
    executionId,
    cid,
    arid,
    claimId,
    keyId,
    partnerId,
    userId,
    world.key,
    "s3cret-of-its-owner",
  ];
  const known = secrets.filter((secret) => secret !== undefined && text.includes(secret) && !asked.includes(secret));
  expect(known).toEqual([]);
}

const namesSomething = (folder: string) => /\[(?!environment\]|eventType\])/.test(folder);

describe("every page and route", () => {
  const found = (pattern: string) => globSync(pattern, { cwd: app });

  test("is in the tables above, and nothing else is", async () => {
    const pageFolders = found("**/page.tsx").map((file) => file.replace(/\/?page\.tsx$/, ""));
    expect(Object.keys(pages).toSorted()).toEqual(pageFolders.toSorted());
    const handlers = await Promise.all(found("api/portal/**/route.ts").map(readHandlers));
    expect(Object.keys(routes).toSorted()).toEqual(handlers.flatMap((read) => read.map(({ name }) => name)).toSorted());
  });

  test("declares the audience that its table names", async () => {
    for (const file of found("api/portal/**/route.ts")) {
      for (const { name, handler } of await readHandlers(file)) expect([name, handler.declaration.for]).toEqual([name, routes[name]]);
    }
  });
});

async function readHandlers(file: string): Promise<{ name: string; handler: PortalHandler }[]> {
  const handlers = (await import(pathToFileURL(join(app, file)).href)) as Record<string, PortalHandler>;
  const folder = file.replace(/\/route\.ts$/, "");
  return Object.entries(handlers).map(([method, handler]) => ({ name: `${method} ${folder}`, handler }));
}

describe.each(Object.entries(pages))("the page %s", (folder, audience) => {
  test.runIf(audience !== "anyone")("sends who is signed out to sign in, and back afterwards", async () => {
    const address = addressOf(folder);
    const answer = await ask(address, undefined);
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toBe(`/sign-in?${new URLSearchParams({ from: address })}`);
  });

  test.runIf(audience !== "anyone")("sends whose session is over to sign in", async () => {
    for (const [name, cookie] of Object.entries(closed)) {
      const answer = await askWith(addressOf(folder), cookie);
      expect([name, answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([name, 307, "/sign-in"]);
    }
  });

  test.runIf(audience === "anyone")("is open to everybody", async () => {
    expect((await ask(addressOf(folder), undefined)).status).toBe(200);
  });

  test.each(everybody)("answers %s as their role says", async (visitor) => {
    if (audience === "anyone") return;
    const answer = await ask(addressOf(folder), visitor);
    const text = await answer.text();
    if (!isAmong(audience, roles[visitor])) expect(answer.status).toBe(403);
    else if (visitor === "stranger" && namesSomething(folder)) expect(answer.status).toBe(404);
    else expect([200, 307]).toContain(answer.status);
    if (answer.status === 307) expect(answer.headers.get("location")).not.toContain("/sign-in");
    if (visitor === "stranger") expectNothingOfTheWorld(text, addressOf(folder));
  });
});

describe.each(Object.entries(routes))("the route %s", (name, audience) => {
  const [method = "", folder = ""] = name.split(" ");
  const isChange = method !== "GET";
  const ours = () => ({ origin: inject("baseUrl"), "content-type": "application/json" });
  const send = (visitor: Visitor | undefined, headers: Record<string, string> = ours()) =>
    ask(addressOf(folder), visitor, { method, headers, ...(isChange && { body: "{}" }) });

  test.runIf(audience !== "anyone")("refuses who is signed out", async () => {
    expect((await send(undefined)).status).toBe(401);
  });

  test.runIf(audience !== "anyone")("refuses whose session is over, and changes nothing", async () => {
    const before = await readWorld(world.world);
    for (const [kind, cookie] of Object.entries(closed)) {
      const answer = await askWith(addressOf(folder), cookie, { method, headers: ours(), ...(isChange && { body: "{}" }) });
      expect([kind, answer.status]).toEqual([kind, 401]);
    }
    expect(await readWorld(world.world)).toEqual(before);
  });

  const guard = guarded[name];
  test.runIf(guard !== undefined)("asks a session that is not fresh who it is, and changes nothing", async () => {
    const { as = "member", body = {}, path = folder.replace("api/portal", "") } = guard ?? {};
    const before = await readWorld(world.world);
    const cookie = await makeStaleSession(world, as);
    const answer = await askWith(`/api/portal${addressOf(path)}`, cookie, { method, headers: ours(), body: JSON.stringify(body) });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: expect.objectContaining({ key: "authenticationStale" }) as object },
    ]);
    expect(await readWorld(world.world)).toEqual(before);
  });

  test.runIf(audience !== "anyone")("refuses every other role, and changes nothing", async () => {
    const before = await readWorld(world.world);
    for (const visitor of everybody) {
      if (audience === "anyone" || isAmong(audience, roles[visitor])) continue;
      expect([visitor, (await send(visitor)).status]).toEqual([visitor, 403]);
    }
    expect(await readWorld(world.world)).toEqual(before);
  });

  test.runIf(audience === "partner" || audience === "owner")("tells another partner nothing, and changes nothing", async () => {
    const before = await readWorld(world.world);
    const answer = await send("stranger");
    const text = await answer.text();
    // What the body or the query lacks may be told before what the path names is looked for.
    if (namesSomething(folder)) expect([404, 422]).toContain(answer.status);
    expectNothingOfTheWorld(text, addressOf(folder));
    expect(await readWorld(world.world)).toEqual(before);
  });

  test.runIf(isChange)("changes nothing for a page of another site", async () => {
    const before = await readWorld(world.world);
    for (const headers of [
      { "content-type": "application/json", origin: "https://evil.example" },
      { "content-type": "application/json", "sec-fetch-site": "cross-site" },
      { "content-type": "text/plain", origin: inject("baseUrl") },
      { "content-type": "application/json" },
    ]) {
      for (const visitor of everybody) expect((await send(visitor, headers)).status).toBe(403);
    }
    expect(await readWorld(world.world)).toEqual(before);
  });
});

test.each([
  "/development/contracts?search=a%00b",
  "/development/contracts/%00",
  "/support/audit?actor=%00",
  "/api/portal/development/calls?search=%00",
  "/sign-in?next=%00",
])("%s, which no page of ours makes, is refused before anything is looked for", async (address) => {
  expect((await ask(address, "owner")).status).toBe(400);
});
