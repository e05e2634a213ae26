import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { answerWith } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";

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

const answer = answerWith(procedures);
const mutations = ["deliveries.replayMatching", "keys.reveal", "keys.report", "keys.markNoticesSeen", "webhooks.markNoticesSeen"];

async function ask(path: string, cookie: string | undefined, input: object) {
  const isChange = mutations.includes(path);
  const request = new Request(`http://covergate.test${procedureAddress(path, isChange ? undefined : input)}`, {
    method: isChange ? "POST" : "GET",
    headers: {
      host: "covergate.test",
      ...(cookie !== undefined && { cookie }),
      ...(isChange && { origin: "http://covergate.test", "content-type": "application/json" }),
    },
    ...(isChange && { body: JSON.stringify(input) }),
  });
  const response = await answer(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const own = () => ({ environment: "production", keyId: partner.keys.production.id });
const ofPartner = [
  { name: "the keys", path: "keys.list", sent: {} },
  { name: "a key itself", path: "keys.reveal", sent: { purpose: "reveal" } },
  { name: "a report", path: "keys.report", sent: { note: "leaked" } },
  { name: "the notices", path: "keys.notices", sent: {} },
  { name: "that notices were seen", path: "keys.markNoticesSeen", sent: { until: "2027-01-01T10:00:00.000Z" } },
];

describe("the key procedures", () => {
  test.each(ofPartner)("answer $name to an owner only", async ({ path, sent }) => {
    for (const who of ["member", "support", "handler"] as const) {
      expect((await ask(path, cookies[who], { ...own(), ...sent })).status, who).toBe(403);
    }
    expect((await ask(path, undefined, { ...own(), ...sent })).status).toBe(401);
    expect(await sql`select from audit_entries where subject_id = ${partner.keys.production.id}`, "and nothing was done").toEqual([]);
  });

  test("answer the reports to support only", async () => {
    for (const who of ["owner", "member", "handler"] as const) {
      expect((await ask("console.keys.reports", cookies[who], {})).status, who).toBe(403);
    }
    expect((await ask("console.keys.reports", undefined, {})).status).toBe(401);
  });

  test.each(["0000-01-01T00:00:00Z", "+275760-09-13T00:00:00Z"])("refuse %s as the time until which notices were seen", async (until) => {
    for (const path of ["keys.markNoticesSeen", "webhooks.markNoticesSeen"]) {
      expect((await ask(path, cookies.owner, { environment: "production", until })).status, path).toBe(422);
    }
    const counted = { environment: "production", filter: {}, countedAt: new Date(until) };
    expect((await ask("deliveries.replayMatching", cookies.owner, counted)).status).toBe(422);
  });

  test("answer another partner's key like one that does not exist", async () => {
    for (const [path, sent] of [
      ["keys.reveal", { purpose: "copy" }],
      ["keys.report", { note: "leaked" }],
    ] as const) {
      const [foreign, unknown] = await Promise.all(
        [stranger.keys.production.id, "key_nowhere"].map((keyId) =>
          ask(path, cookies.owner, { environment: "production", keyId, ...sent }),
        ),
      );
      expect(foreign?.status).toBe(404);
      expect(foreign?.text.replace(stranger.keys.production.id, "key_nowhere")).toBe(unknown?.text);
    }
  });

  test("reveal a key only by POST and without caching", async () => {
    const { status, headers, text } = await ask("keys.reveal", cookies.owner, { ...own(), purpose: "copy" });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ result: { data: { text: partner.keys.production.text } } });
    expect(headers.get("cache-control")).toBe("no-store");
    const listed = await ask("keys.list", cookies.owner, own());
    expect(listed.text).toContain(partner.keys.production.text.slice(0, 12));
    expect(listed.text).not.toContain(partner.keys.production.text.slice(0, 13));
  });

  test("count by UTC for a browser whose time zone nobody knows here", async () => {
    const counted = async (timeZone: string) => {
      const { status, text } = await ask("keys.usage", cookies.owner, { environment: "production", range: "7d", timeZone });
      return { status, usage: JSON.parse(text) as unknown };
    };
    expect(await counted("Mars/Olympus_Mons")).toEqual({ status: 200, usage: (await counted("UTC")).usage });
  });

  test.each([{}, { purpose: "steal" }, { purpose: "copy", secret: "key_1" }])("refuse %j as a purpose", async (sent) => {
    expect((await ask("keys.reveal", cookies.owner, { ...own(), ...sent })).status).toBe(422);
  });
});
