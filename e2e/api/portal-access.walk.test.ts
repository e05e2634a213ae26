import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { fileAudiences, pageAudiences as pages, procedureAudiences } from "#e2e/api/portal-audiences.ts";
import { makeClosedSessions, makePortalWorld, makeStaleSession, makeVisitors } from "#e2e/api/portal-world.ts";
import type { PortalWorld } from "#e2e/api/portal-world.ts";
import { readWorld } from "#e2e/api/world.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { walk } from "#e2e/setup/walk.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Audience } from "#lib/account/users/rules/authority.ts";
import { nameViewer, viewerHeader } from "#lib/account/users/viewer.ts";
import type { FileHandler } from "#lib/api/portal/portal-file.ts";
import { sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { sampleAlert } from "#lib/developer/alerts/alerts.fixture.ts";
import { writePriceFile } from "#lib/insurance/prices/file.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";
import type { Role } from "#lib/platform/roles.ts";
import { everyProcedure } from "#lib/rpc/every-procedure.fixture.ts";

const app = join(import.meta.dirname, "../../app");

const passkey = { id: "a", rawId: "a", type: "public-key", clientExtensionResults: {} };
const reason = "Asked by phone";
const priceFile = writePriceFile(publicTariff, "csv");

type Ids = PortalWorld["ids"];

/** Procedures that require a proof of identity within the last ten minutes, each with an otherwise valid input. */
const guarded: Record<string, { as: Role; input?: (ids: Ids) => object }> = {
  "keys.reveal": { as: "owner", input: () => ({ environment: "production", keyId: "none", purpose: "reveal" }) },
  "alerts.create": { as: "owner", input: () => ({ environment: "production", settings: sampleAlert }) },
  "webhooks.create": { as: "owner", input: () => ({ environment: "production", settings: sampleSettings }) },
  "webhooks.change": {
    as: "owner",
    input: ({ productionWebhookId }) => ({
      environment: "production",
      webhookId: productionWebhookId,
      changes: { url: "https://other.example.com/" },
    }),
  },
  "webhooks.enableSigning": { as: "owner" },
  "webhooks.disableSigning": { as: "owner" },
  "webhooks.revealSecret": { as: "owner", input: () => ({ purpose: "reveal" }) },
  "webhooks.rotateSecret": { as: "owner" },
  "account.startApp": { as: "member" },
  "account.confirmApp": { as: "member", input: () => ({ code: "123456" }) },
  "account.removeApp": { as: "member" },
  "account.offerPasskey": { as: "member" },
  "account.addPasskey": {
    as: "member",
    input: () => ({ name: "laptop", credential: { ...passkey, response: { clientDataJSON: "", attestationObject: "" } } }),
  },
  "account.removePasskey": { as: "member" },
  "account.replaceRecoveryCodes": { as: "member" },
  "account.endSession": { as: "member" },
  "account.signOutEverywhere": { as: "member" },
  "console.prices.approve": { as: "support" },
  "console.prices.proposeWithdrawal": { as: "support", input: () => ({ reason }) },
  "console.prices.propose": { as: "support", input: () => ({ file: priceFile, day: "2099-12-31", reason }) },
  "console.claims.takeAction": { as: "handler", input: () => ({ move: { move: "approveRefund", amountCents: 1_000 } }) },
  "console.payments.approveAccount": { as: "support" },
  "console.payments.file": { as: "handler" },
  "console.payments.pay": { as: "handler", input: () => ({ payments: [{ claimId: "none", settlementId: "none" }] }) },
  "console.payments.proposeAccount": { as: "support", input: () => ({ holder: "Vélos", iban: "DE89370400440532013000" }) },
  "console.keys.revoke": { as: "support", input: ({ productionKeyId }) => ({ keyId: productionKeyId, reason }) },
  "console.keys.regenerate": { as: "support", input: () => ({ environment: "production", overlap: 0, reason }) },
  "console.partners.change": { as: "support", input: () => ({ seen: {}, changes: { requestsPerMinute: 1 }, reason }) },
  "console.partners.setStatus": { as: "support", input: () => ({ status: "suspended", reason }) },
  "console.staff.invite": { as: "administrator", input: () => ({ email: "new@people.example", name: "Ada", role: "handler" }) },
  "console.staff.change": { as: "administrator", input: () => ({ disabled: true, reason }) },
  "console.staff.endSessions": { as: "administrator", input: () => ({ reason }) },
  "console.staff.replacePasswordLink": { as: "administrator", input: () => ({ reason }) },
  "console.users.invite": { as: "support", input: () => ({ email: "new@people.example", name: "Ada", role: "member" }) },
  "console.users.change": { as: "support", input: () => ({ disabled: true, reason }) },
  "console.users.endSessions": { as: "support", input: () => ({ reason }) },
  "console.users.replacePasswordLink": { as: "support", input: () => ({ reason }) },
  "console.users.removeSecondFactors": { as: "support", input: () => ({ reason }) },
};

/** The same of files, by the path of one. */
const guardedFiles: Record<string, { as: Role; path: string }> = {
  "POST api/portal/[environment]/exports/[list]": { as: "member", path: "/api/portal/production/exports/renters" },
  "POST api/portal/[environment]/statements/[month]/[format]": {
    as: "member",
    path: `/api/portal/production/statements/${monthOf(new Date())}/csv`,
  },
  "POST api/portal/support/exports/[list]": { as: "handler", path: "/api/portal/support/exports/claims" },
};

type Visitor = keyof Awaited<ReturnType<typeof makeVisitors>>;
const roles = {
  owner: "owner",
  developer: "developer",
  "developer-member": "developer-member",
  member: "member",
  stranger: "owner",
  administrator: "administrator",
  support: "support",
  handler: "handler",
} as const satisfies Record<Visitor, Role>;
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

/** Expects that an answer names nothing of the world, except values that the request contained. */
function expectNothingOfTheWorld(text: string, asked: string): void {
  const { alertId, webhookId, deliveryId, eventId, executionId, cid, arid, claimId, keyId, partnerId, userId } = world.ids;
  const secrets = [
    alertId,
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

/** The page that opens any identifier leads to a claim here, which exists only for those who see claims (rules/search.md#find-6). */
const mayFind = (folder: string, role: Role) => !folder.endsWith("/open/[id]") || isAmong("member", role);

const namesSomething = (folder: string) => /\[(?!environment\]|eventType\])/.test(folder);

const found = (pattern: string) => globSync(pattern, { cwd: app });

describe("every page, procedure and file", () => {
  test("is in the tables of audiences, and nothing else is", async () => {
    const folders = found("**/page.tsx").map((file) => file.replace(/\/?page\.tsx$/, ""));
    const pageFolders = folders.filter((folder) => !folder.endsWith("/[...path]"));
    expect(Object.keys(pages).toSorted()).toEqual(pageFolders.toSorted());
    expect(Object.keys(procedureAudiences).toSorted()).toEqual(Object.keys(everyProcedure).toSorted());
    const handlers = await Promise.all(fileRoutes().map(readHandlers));
    expect(Object.keys(fileAudiences).toSorted()).toEqual(handlers.flatMap((read) => read.map(({ name }) => name)).toSorted());
  });

  test("declares the audience of its table", async () => {
    for (const [path, { _def }] of Object.entries(everyProcedure)) {
      expect([path, _def.meta?.audience]).toEqual([path, procedureAudiences[path]]);
    }
    for (const file of fileRoutes()) {
      for (const { name, handler } of await readHandlers(file)) expect([name, handler.audience]).toEqual([name, fileAudiences[name]]);
    }
  });
});

/** The route files below `api/portal` but that of the procedures. */
const fileRoutes = () => found("api/portal/**/route.ts").filter((file) => !file.startsWith("api/portal/trpc/"));

async function readHandlers(file: string): Promise<{ name: string; handler: FileHandler }[]> {
  const handlers = (await import(pathToFileURL(join(app, file)).href)) as Record<string, FileHandler>;
  const folder = file.replace(/\/route\.ts$/, "");
  return Object.entries(handlers).map(([method, handler]) => ({ name: `${method} ${folder}`, handler }));
}

/** The names that an input has to have. */
function requiredOf(path: string): string[] {
  const schemas = everyProcedure[path]?._def.inputs ?? [];
  const shapes = schemas.map((schema) => (schema instanceof z.ZodObject ? schema.shape : {}));
  return shapes.flatMap((shape) =>
    Object.entries<z.ZodType>(shape).flatMap(([name, { _zod }]) => (_zod.optin === "optional" ? [] : [name])),
  );
}

/** Returns the names of required inputs that identify something of the world. */
const namedBy = (path: string) => requiredOf(path).filter((name) => name in world.ids || name.endsWith("Id"));

interface Asked {
  name: string;
  audience: Audience | "anyone";
  method: string;
  namesSomething: () => boolean;
  /** Its address and body, with what its parameters stand for; the changes are of a procedure's input. */
  request: (changes?: object) => { address: string; body: string | undefined };
}

const askedProcedures = Object.entries(procedureAudiences).map(([name, audience]): Asked => {
  const isChange = everyProcedure[name]?._def.type === "mutation";
  return {
    name,
    audience,
    method: isChange ? "POST" : "GET",
    namesSomething: () => namedBy(name).some((each) => each !== "environment" && each !== "eventType"),
    request: (changes = {}) => {
      const ids = Object.fromEntries(namedBy(name).map((each) => [each, world.ids[each] ?? `no-${each}`]));
      const input = { ...ids, ...changes };
      return isChange
        ? { address: procedureAddress(name), body: JSON.stringify(input) }
        : { address: procedureAddress(name, input), body: undefined };
    },
  };
});

const askedFiles = Object.entries(fileAudiences).map(([name, audience]): Asked => {
  const [method = "", folder = ""] = name.split(" ");
  return {
    name,
    audience,
    method,
    namesSomething: () => namesSomething(folder),
    request: () => ({ address: addressOf(folder), body: method === "GET" ? undefined : "{}" }),
  };
});

describe.each(walk(Object.entries(pages), ([, audience]) => audience))("the page %s", (folder, audience) => {
  test.runIf(audience !== "anyone")("redirects a signed-out user to the sign-in, and back afterwards", async () => {
    const address = addressOf(folder);
    const answer = await ask(address, undefined);
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toBe(`/sign-in?${new URLSearchParams({ from: address })}`);
  });

  test.runIf(audience !== "anyone")("redirects a user with an ended session to the sign-in", async () => {
    for (const [name, cookie] of Object.entries(closed)) {
      const answer = await askWith(addressOf(folder), cookie);
      expect([name, answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([name, 307, "/sign-in"]);
    }
  });

  test.runIf(audience === "anyone")("is open to everybody", async () => {
    expect((await ask(addressOf(folder), undefined)).status).toBe(/(?:^|\/)(?:none|mailbox)$/.test(folder) ? 404 : 200);
  });

  // rules/authority.md#roles-1, #roles-3
  test.each(everybody)("answers %s according to their role", async (visitor) => {
    if (audience === "anyone") return;
    const answer = await ask(addressOf(folder), visitor);
    const text = await answer.text();
    if (!isAmong(audience, roles[visitor])) expect(answer.status).toBe(403);
    else if (namesSomething(folder) && (visitor === "stranger" || !mayFind(folder, roles[visitor]))) expect(answer.status).toBe(404);
    else expect([200, 307]).toContain(answer.status);
    if (answer.status === 307) expect(answer.headers.get("location")).not.toContain("/sign-in");
    if (visitor === "stranger") expectNothingOfTheWorld(text, addressOf(folder));
  });
});

// rules/authority.md#roles-8
describe("an address that no page has", () => {
  test.each(everybody)("answers %s with 404, and with 403 on the other side", async (visitor) => {
    const isPartner = isAmong("partner", roles[visitor]);
    for (const address of ["/development/none", "/production/no/such/page", "/support/none", "/support/no/such/page"]) {
      const isOwn = isPartner !== address.startsWith("/support");
      const answer = await ask(address, visitor);
      expect([address, answer.status]).toEqual([address, isOwn ? 404 : 403]);
    }
  });

  test("answers a session that has ended like any page, and nobody with the page that is the same for all", async () => {
    for (const address of ["/development/none", "/support/none"]) {
      for (const cookie of Object.values(closed)) {
        expect((await askWith(address, cookie)).headers.get("location")?.split("?")[0]).toBe("/sign-in");
      }
      const answer = await ask(address, undefined);
      expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining("Main navigation")]);
    }
  });
});

const isGuarded = (name: string) => name in guarded || name in guardedFiles;
const walked = walk([...askedProcedures, ...askedFiles], ({ audience, method, name }) => `${audience} ${method} ${isGuarded(name)}`);

describe.each(walked)("$name", ({ name, audience, method, namesSomething: doesNameSomething, request }) => {
  const isChange = method !== "GET";
  const ours = () => ({ origin: inject("baseUrl"), "content-type": "application/json" });
  const sendWith = (cookie: string | undefined, headers: Record<string, string> = ours(), { address, body } = request()) =>
    askWith(address, cookie, { method, headers, ...(body !== undefined && { body }) });
  const send = (visitor: Visitor | undefined, headers?: Record<string, string>) => sendWith(visitor && visitors[visitor], headers);

  test.runIf(audience !== "anyone")("refuses a signed-out user, even by its address alone", async () => {
    expect((await send(undefined)).status).toBe(401);
    const address = request().address.split("?")[0] ?? "";
    expect((await sendWith(undefined, ours(), { address, body: undefined })).status).toBe(401);
  });

  test.runIf(audience !== "anyone")("refuses an ended session, and changes nothing", async () => {
    const before = await readWorld(world.world);
    for (const [kind, cookie] of Object.entries(closed)) expect([kind, (await sendWith(cookie)).status]).toEqual([kind, 401]);
    expect(await readWorld(world.world)).toEqual(before);
  });

  const guard = guarded[name];
  const guardedFile = guardedFiles[name];
  test.runIf((guard ?? guardedFile) !== undefined)("asks an old session to confirm the identity, and changes nothing", async () => {
    const before = await readWorld(world.world);
    const cookie = await makeStaleSession(world, guard?.as ?? guardedFile?.as ?? "member");
    const asked = guardedFile === undefined ? request(guard?.input?.(world.ids)) : { address: guardedFile.path, body: '{"filters":{}}' };
    const answer = await sendWith(cookie, ours(), asked);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('"key":"authenticationStale"')]);
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

  test.runIf(audience !== "anyone")("refuses a page that was rendered for somebody else, and changes nothing", async () => {
    const before = await readWorld(world.world);
    const { userId = "", partnerId = "" } = world.ids;
    const viewer = nameViewer({ id: userId, partner: { id: partnerId, name: "" } });
    for (const visitor of everybody) {
      const answer = await send(visitor, { ...ours(), [viewerHeader]: viewer });
      expect([visitor, answer.status, await answer.text()]).toEqual([visitor, 409, expect.stringContaining('"key":"otherViewer"')]);
    }
    expect(await readWorld(world.world)).toEqual(before);
  });

  test.runIf(audience === "partner" || audience === "owner")("reveals nothing to another partner, and changes nothing", async () => {
    const before = await readWorld(world.world);
    const answer = await send("stranger");
    const text = await answer.text();
    // An input's missing fields may be reported before the lookup.
    if (doesNameSomething()) expect([404, 422]).toContain(answer.status);
    expectNothingOfTheWorld(text, `${request().address} ${request().body}`);
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

  test.runIf(isChange)("cannot be called by a link", async () => {
    const before = await readWorld(world.world);
    for (const visitor of everybody) expect((await ask(request().address, visitor)).status).toBe(405);
    expect(await readWorld(world.world)).toEqual(before);
  });
});

test.each([
  "/development/contracts?search=a%00b",
  "/development/contracts/%00",
  "/support/audit?actor=%00",
  "/api/portal/trpc/calls.list?input=%00",
  "/sign-in?next=%00",
])("%s, which no page of the portal sends, is refused before anything is read", async (address) => {
  expect((await ask(address, "owner")).status).toBe(400);
});
