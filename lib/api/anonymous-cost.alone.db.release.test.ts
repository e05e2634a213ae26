import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { sql } from "#db/client.ts";
import { makeInsured } from "#e2e/documents/claims.ts";
import { sessionCookie } from "#lib/account/users/cookies.ts";
import { mountApi } from "#lib/api/mount.ts";
import type { Dispatch } from "#lib/api/mount.ts";
import { inNextRequest } from "#lib/api/next-request.fixture.ts";
import { longFields, oddBodies } from "#lib/api/odd-bodies.fixture.ts";
import type { Body } from "#lib/api/odd-bodies.fixture.ts";
import { bodyLimit, parseJson, readText, unknownSenderLimit } from "#lib/api/parse.ts";
import { guardSignIn } from "#lib/api/portal/sign-in.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { createForContract } from "#lib/insurance/claim-links/create.ts";
import { contractClaimLinkBody } from "#lib/insurance/claim-links/schema.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import { everyProcedure } from "#lib/rpc/every-procedure.fixture.ts";
import { answerWith } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";

await vi.hoisted(async () => {
  // Next looks for it when it is loaded.
  Object.assign(globalThis, { AsyncLocalStorage: (await import("node:async_hooks")).AsyncLocalStorage });
  const inngest = { JOB_RUNNER: "both", INNGEST_EVENT_KEY: "a-key", INNGEST_SIGNING_KEY: "signkey-test-00" };
  // The SDK of Inngest logs each error.
  const settings = { ...inngest, INNGEST_BASE_URL: "http://127.0.0.1:1", LOG_LEVEL: "silent" };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});

const root = join(import.meta.dirname, "../..");
const origin = "http://covergate.test";
const ip = "192.0.2.1";
const formLimit = 65_536;
const inngestLimit = 32_768;
const boundMs = 20;
const attempts = 10;

type Handler = (request: Request) => Promise<Response>;
type RouteModule = Record<string, (request: Request, route: object) => Promise<Response>>;

let dispatch: Dispatch;
/** The address of a form that everybody who has its link can send. */
let declaration = "";
let formFields: string[] = [];
beforeAll(async () => {
  dispatch = await mountApi(root);
  const insured = await makeInsured();
  const [row] = await sql<{ cid: string; cpid: string }[]>`select cid, cpid from claims where id = ${await insured.makeClaim()}`;
  const { cid = "", cpid = "" } = row ?? {};
  await sql`update contract_products set start_date = now() - interval '30 days', end_date = now() + interval '30 days' where cid = ${cid}`;
  const { url } = await createForContract({ ...insured.ctx, realTime: currentTime() }, cid, contractClaimLinkBody.parse({}));
  const address = `${new URL(url).pathname}?product=${cpid}&subtype=partial_break`;
  const page = await (await dispatch(new Request(origin + address), ip)).text();
  formFields = Array.from(page.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g), ([, name = ""]) => name);
  declaration = address.replace("?", "/declaration?");
});

/** The CPU time of a loop that takes at most 20 ms on a machine whose other work does not slow it down. */
function measureLoop(): number {
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, place) => ({ [`field ${place}`]: place })));
  const before = process.cpuUsage();
  for (let turn = 0; turn < 20; turn += 1) JSON.parse(text);
  return cpuMsSince(before);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Sends a body until it costs less than 20 ms, since the first attempts compile code. `/healthz` must answer meanwhile. */
async function expectCheap(
  handler: Handler,
  address: string,
  { name, type, text }: Body,
  options: { method?: string; headers?: object } = {},
) {
  const method = options.method ?? "POST";
  const headers = { host: "covergate.test", origin, "content-type": type, ...options.headers };
  let [least, bound] = [Infinity, boundMs];
  let last = { status: 0, isBodyRead: false };
  for (let attempt = 0; attempt < attempts && least >= bound; attempt += 1) {
    const request = new Request(origin + address, { method, headers, ...(method !== "GET" && { body: text }) });
    const before = process.cpuUsage();
    const answering = handler(request);
    const health = await dispatch(new Request(`${origin}/healthz`), ip);
    const { status } = await answering;
    least = Math.min(least, cpuMsSince(before));
    last = { status, isBodyRead: request.bodyUsed };
    expect(health.status).toBe(200);
    if (least >= bound) bound = Math.max(bound, measureLoop());
  }
  expect(least, `${method} ${address}: ${name}, ${text.length} bytes, ms of CPU`).toBeLessThan(bound);
  expect(last.status, `${method} ${address}: ${name}`).toBeLessThan(500);
  return last;
}

/** Sends the oddest bodies of the limit of a route, and of 1 MiB. */
async function expectAllCheap(handler: Handler, address: string, limit: number, options: { fields?: string[]; headers?: object } = {}) {
  for (const bytes of [limit, bodyLimit]) {
    const bodies = [...oddBodies(bytes), ...longFields(options.fields ?? [], bytes)];
    for (const body of bodies) await expectCheap(handler, address, body, options);
  }
}

/** A body that is refused unread, so that its content does not matter. */
const unread = oddBodies(unknownSenderLimit).find(({ name }) => name.startsWith("many fields")) as Body;

const all = Object.entries(everyProcedure);
const [open, closed] = [true, false].map((isOpen) => all.filter(([, { _def }]) => (_def.meta?.audience === "anyone") === isOpen)) as [
  typeof all,
  typeof all,
];
const withProcedures = answerWith(procedures);
const answerProcedure: Handler = (request) => inNextRequest(new Map(), () => withProcedures(request));
const procedureAddress = (name: string) => `/api/portal/trpc/${name}`;

function fieldsOf(inputs: readonly z.ZodType[]): string[] {
  const schemas = inputs.map((input) => z.toJSONSchema(input, { io: "input", unrepresentable: "any" }));
  const names: string[] = [];
  JSON.stringify(schemas, (key, value: unknown) => {
    if (key === "properties") names.push(...Object.keys(value as object));
    return value;
  });
  return names;
}

test("a route that walked the text of 1 MiB for anybody would not pass", async () => {
  // One walk takes 5 to 40 ms, depending on the machine; sixteen take longer than the bound everywhere.
  const parse: Handler = async (request) => {
    const text = await readText(request);
    return Response.json(Array.from({ length: 16 }, () => parseJson(text, null)).length);
  };
  const body = oddBodies(bodyLimit).find(({ name }) => name.startsWith("many fields"));
  await expect(expectCheap(parse, "/", body ?? unread)).rejects.toThrow("ms of CPU");
});

test.each(open)("no body that the procedure %s takes from anybody costs 20 ms of CPU", async (name, { _def }) => {
  expect(_def.type).toBe("mutation");
  await expectAllCheap(answerProcedure, procedureAddress(name), unknownSenderLimit, { fields: fieldsOf(_def.inputs) });
});

test("a procedure for users reads nothing that a stranger sends", async () => {
  for (const [name, { _def }] of closed) {
    const isQuery = _def.type === "query";
    const address = procedureAddress(name) + (isQuery ? `?input=${"[".repeat(unknownSenderLimit / 2)}` : "");
    const answer = await expectCheap(answerProcedure, address, unread, { method: isQuery ? "GET" : "POST" });
    expect([name, answer]).toEqual([name, { status: 401, isBodyRead: false }]);
  }
});

test("no body of a sign-in costs 20 ms of CPU before the sign-in library gets it", async () => {
  // The guard reports the e-mail address of an error.
  const refused = `${origin}/sign-in?error=CredentialsSignin`;
  const guarded = guardSignIn(async () => Response.json({ url: refused }), {
    baseUrl: origin,
    returnCookie: "return",
    withBody: ({ url, headers }, body) => new Request(url, { method: "POST", headers, body }),
  });
  for (const nextauth of [["callback", "credentials"], ["signin"], ["signout"], ["unknown"]]) {
    const handler: Handler = (request) => guarded(request, { params: Promise.resolve({ nextauth }) });
    const fields = ["email", "password", "callbackUrl", "csrfToken"];
    await expectAllCheap(handler, `/api/auth/${nextauth.join("/")}`, unknownSenderLimit, { fields });
  }
});

test("no form of a claim link costs 20 ms of CPU", async () => {
  expect(formFields).toContain("description");
  await expectAllCheap((request) => dispatch(request, ip), declaration, formLimit, { fields: formFields });
});

test("no unsigned call of Inngest costs 20 ms of CPU", async () => {
  const { POST } = (await import("#app/api/inngest/route.ts")) as { POST: Handler };
  const signature = `t=${Math.floor(currentTime().getTime() / 1000)}&s=${"0".repeat(64)}`;
  const headers = { "x-inngest-signature": signature };
  await expectAllCheap(POST, "/api/inngest?fnId=covergate-x&stepId=step", inngestLimit, { headers });
});

test("a page of the documentation learns for less than 20 ms of CPU that a long cookie is nobody's", async () => {
  const { GET } = (await import("#app/docs/reader.json/route.ts")) as { GET: Handler };
  for (const value of ["a", "%", ".", "é"].map((character) => character.repeat(unknownSenderLimit))) {
    const handler: Handler = (request) => inNextRequest(new Map([[sessionCookie, { value }]]), () => GET(request));
    expect(await expectCheap(handler, "/docs/reader.json", unread, { method: "GET" })).toMatchObject({ status: 200 });
  }
});

const elsewhere = /^app\/api\/(?:auth|inngest|portal\/trpc)\//;
const routes = globSync("app/**/route.ts", { cwd: root }).filter((file) => !elsewhere.test(file));
const bracketed = /\[+(?:\.\.\.)?(\w+)\]+/g;
const unknownKeys = [{}, { key: `cg_test_${"a".repeat(40)}` }, { key: "a".repeat(unknownSenderLimit / 2) }];

test.each(routes.toSorted())("%s reads nothing that a stranger sends, and costs less than 20 ms of CPU", async (file) => {
  const handlers = (await import(pathToFileURL(join(root, file)).href)) as RouteModule;
  const params = Object.fromEntries(Array.from(file.matchAll(bracketed), ([, name = ""]) => [name, "x"]));
  const address = file.slice("app".length, -"/route.ts".length).replaceAll(bracketed, "x");
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const handle = handlers[method];
    if (handle === undefined) continue;
    const handler: Handler = async (request) => handle(request, { params: Promise.resolve(params), ip });
    for (const headers of unknownKeys) {
      const { isBodyRead } = await expectCheap(handler, address, unread, { method, headers });
      expect([method, isBodyRead]).toEqual([method, false]);
    }
  }
});

const writes = endpoints.filter(({ method }) => isWrite(method)).map(({ method, path }) => [method, path] as const);

test.each(writes)("%s %s reads nothing that a stranger sends, and costs less than 20 ms of CPU", async (method, path) => {
  const address = `/v2${path.replaceAll(/\{\w+\}/g, "x")}`;
  for (const headers of unknownKeys) {
    const answer = await expectCheap((request) => dispatch(request, ip), address, unread, { method, headers });
    expect(answer).toEqual({ status: 401, isBodyRead: false });
  }
});
