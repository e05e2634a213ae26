import { beforeAll, describe, expect, test } from "vitest";
import { POST as postReport } from "#app/api/portal/[environment]/keys/[keyId]/report/route.ts";
import { POST as postReveal } from "#app/api/portal/[environment]/keys/[keyId]/reveal/route.ts";
import { GET as getNotices, POST as postSeen } from "#app/api/portal/[environment]/keys/notices/route.ts";
import { GET as getKeys } from "#app/api/portal/[environment]/keys/route.ts";
import { GET as getReports } from "#app/api/portal/support/key-reports/route.ts";
import { sql } from "#db/client.ts";
import type { PortalHandler } from "#lib/http/portal.ts";
import { makeOwner } from "#lib/keys/owner.fixture.ts";
import { makeSessionCookie, makeUser } from "#lib/users/users.fixture.ts";

type Made = Awaited<ReturnType<typeof makeOwner>>;
let partner: Made;
let stranger: Made;
let cookies: Record<"owner" | "member" | "support" | "handler", string>;

beforeAll(async () => {
  [partner, stranger] = await Promise.all([makeOwner(), makeOwner()]);
  const [member, support, handler] = await Promise.all([
    makeUser({ role: "member", partnerId: partner.id }),
    makeUser("support"),
    makeUser("handler"),
  ]);
  const sealed = await Promise.all([{ id: partner.ownerId }, member, support, handler].map((user) => makeSessionCookie(user)));
  const [ofOwner = "", ofMember = "", ofSupport = "", ofHandler = ""] = sealed;
  cookies = { owner: ofOwner, member: ofMember, support: ofSupport, handler: ofHandler };
});

async function ask(handler: PortalHandler, cookie: string | undefined, params: Record<string, string>, body?: unknown) {
  const request = new Request("http://covergate.test/api/portal", {
    method: body === undefined ? "GET" : "POST",
    headers: {
      host: "covergate.test",
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { origin: "http://covergate.test", "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params });
  return { status: response.status, headers: response.headers, answer: (await response.json()) as { data?: unknown } };
}

const own = () => ({ environment: "production", keyId: partner.keys.production.id });
const ofPartner = [
  { name: "the keys", handler: getKeys, body: undefined },
  { name: "a key itself", handler: postReveal, body: { purpose: "reveal" } },
  { name: "a report", handler: postReport, body: { note: "leaked" } },
  { name: "the notices", handler: getNotices, body: undefined },
  { name: "that notices were seen", handler: postSeen, body: { until: "2027-01-01T10:00:00.000Z" } },
];

describe("the routes of the keys", () => {
  test.each(ofPartner)("answer $name to an owner alone", async ({ handler, body }) => {
    for (const who of ["member", "support", "handler"] as const) {
      expect((await ask(handler, cookies[who], own(), body)).status, who).toBe(403);
    }
    expect((await ask(handler, undefined, own(), body)).status).toBe(401);
    expect(await sql`select from audit_entries where subject_id = ${partner.keys.production.id}`, "and nothing was done").toEqual([]);
  });

  test("answer the reports to support alone", async () => {
    for (const who of ["owner", "member", "handler"] as const) expect((await ask(getReports, cookies[who], {})).status, who).toBe(403);
    expect((await ask(getReports, undefined, {})).status).toBe(401);
  });

  test("answer a stranger's key as one that does not exist", async () => {
    for (const [handler, body] of [
      [postReveal, { purpose: "copy" }],
      [postReport, { note: "leaked" }],
    ] as const) {
      const [foreign, unknown] = await Promise.all(
        [stranger.keys.production.id, "key_nowhere"].map((keyId) =>
          ask(handler, cookies.owner, { environment: "production", keyId }, body),
        ),
      );
      expect(foreign?.status).toBe(404);
      expect(JSON.stringify(foreign?.answer).replace(stranger.keys.production.id, "key_nowhere")).toBe(JSON.stringify(unknown?.answer));
    }
  });

  test("tell a key to a POST alone, and no cache keeps it", async () => {
    const { status, headers, answer } = await ask(postReveal, cookies.owner, own(), { purpose: "copy" });
    expect(status).toBe(200);
    expect(answer).toEqual({ data: { text: partner.keys.production.text } });
    expect(headers.get("cache-control")).toBe("no-store");
    const listed = await ask(getKeys, cookies.owner, own());
    expect(JSON.stringify(listed.answer)).toContain(partner.keys.production.text.slice(0, 12));
    expect(JSON.stringify(listed.answer)).not.toContain(partner.keys.production.text.slice(0, 13));
  });

  test.each([{}, { purpose: "steal" }, { purpose: "copy", keyId: "key_1" }])("refuse %j for a purpose", async (body) => {
    expect((await ask(postReveal, cookies.owner, own(), body)).status).toBe(422);
  });
});
