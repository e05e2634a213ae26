import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { asSupport } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { asPerson, contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { emitSampleEvent, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { groupErrors } from "#lib/developer/calls/list-errors.ts";
import { listChanges } from "#lib/developer/console/list-changes.ts";
import { enterWorldToRead, readCallForSupport, revealBodies } from "#lib/developer/console/reveal-bodies.ts";
import { change } from "#lib/insurance/renters/register.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const minute = 60_000;
const now = new Date();
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
const environment = "development";

let partner: Awaited<ReturnType<typeof makePartner>>;
let support: ContextOf["support"];

beforeAll(async () => {
  partner = await makePartner();
  support = asSupport({ ...(await contextOf(await makeUser("support"))), now });
});

const of = () => ({ partnerId: partner.id, environment }) as const;

describe("what support sees of a partner", () => {
  test("is of partners that there are", async () => {
    await expect(enterWorldToRead(support, { ...of(), partnerId: "ptn_none" })).rejects.toBeInstanceOf(NotFound);
    expect((await enterWorldToRead(support, of())).world).toEqual(partner.worlds.development);
  });

  // rules/authority.md#audit-3
  test("hides bodies until they are revealed with a reason, which is kept before they are shown", async () => {
    const [call] = await insertCalls(partner.worlds.development.id, [
      { at: ago(5), requestBody: '{"uid":"lyon"}', responseBody: '{"status":"error","email":"ada@people.example"}' },
    ]);
    const executionId = call?.executionId ?? "";
    const shown = await readCallForSupport(support, { ...of(), executionId });
    expect(shown).toMatchObject({ executionId, hasBodies: true });
    expect(JSON.stringify(shown)).not.toContain("lyon");
    const bodies = await revealBodies(support, { ...of(), kind: "call", id: executionId }, "they rang");
    expect(bodies.map(({ name }) => name)).toEqual(["request", "response"]);
    expect(JSON.stringify(bodies)).toContain("lyon");
    expect(JSON.stringify(bodies), "personal values stay hidden").not.toContain("ada@people");
    const audited = await sql`select action, reason, details from audit_entries where subject_id = ${executionId}`;
    expect(audited).toEqual([{ action: "bodies.revealed", reason: "they rang", details: { kind: "call", ...of() } }]);
    const foreign = { partnerId: (await makePartner()).id, environment, kind: "call", id: executionId } as const;
    await expect(revealBodies(support, foreign, "why")).rejects.toBeInstanceOf(NotFound);
  });

  test("has the payloads of events and deliveries in the same way", async () => {
    const owner = { ...asPerson(partner.contexts.development, "owner"), ...realMoment(now) };
    await createWebhook(owner, sampleSettings);
    const [delivery = ""] = await emitSampleEvent(owner, "v2.contract.created");
    const [row] = await sql<{ eventId: string }[]>`select event_id from deliveries where id = ${delivery}`;
    for (const [kind, id] of [
      ["delivery", delivery],
      ["event", row?.eventId ?? ""],
    ] as const) {
      expect(await revealBodies(support, { ...of(), kind, id }, "they rang")).toMatchObject([{ name: "payload" }]);
    }
  });

  test("groups errors of the partner's system by endpoint and code, with the first and the last time", async () => {
    const { id } = (await makePartner()).worlds.production;
    await insertCalls(id, [
      { at: ago(90), status: 401, errorCode: 9002 },
      { at: ago(30), status: 401, errorCode: 9002 },
      {
        at: ago(20),
        status: 429,
        errorCode: 99_888,
        endpoint: null,
        responseBody: '{"message":"too many requests: more than 60 in a minute"}',
      },
      { at: ago(10), status: 400, errorCode: 1051, source: "try_it" },
      { at: ago(9), status: 200 },
      { at: ago(9 * 24 * 60), status: 500, errorCode: 500 },
    ]);
    const { groups } = await groupErrors({ world: { id, environment: "production" }, realTime: now });
    expect(groups).toMatchObject([
      { endpoint: null, status: 429, errorCode: 99_888, calls: 1, errors: ["RATE_LIMITED"] },
      {
        endpoint: "createContract",
        status: 401,
        errorCode: 9002,
        calls: 2,
        firstAt: ago(90),
        lastAt: ago(30),
        errors: ["INVALID_API_KEY"],
      },
    ]);
  });

  test("says what changed: a webhook that was made, but nobody's sign-in", async () => {
    const changes = await listChanges(support, partner.id);
    expect(changes.map(({ action }) => action)).toContain("webhook.created");
    expect(changes.every(({ action }) => !action.startsWith("user.signed"))).toBe(true);
  });

  test("says what changed of its rental companies, whose contracts may be refused since, but not what other partners do with them", async () => {
    const [uid, other] = [await registerRenter(), await makePartner()];
    await attachOpened(partner.contexts.development, uid);
    await attachOpened(other.contexts.development, uid);
    await change(support, uid, { seen: {}, changes: { productTypes: ["sports"] }, reason: "sold its bikes" });
    const ofRenter = (await listChanges(support, partner.id)).filter(({ subjectId }) => subjectId === uid);
    expect(ofRenter.map(({ action, reason }) => `${action} ${reason}`).toSorted()).toEqual([
      "renter.attached null",
      "renter.changed sold its bikes",
      "renter.opened null",
    ]);
    expect((await listChanges(support, (await makePartner()).id)).map(({ action }) => action)).not.toContain("renter.changed");
  });
});
