import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { claimBody, eventsOf, makeClaim, makeSubmitted, photo } from "#e2e/api/claims.fixture.ts";
import { call, pathOf, refuse, succeed } from "#e2e/api/client.ts";
import { inDays, lcd, lmd } from "#e2e/api/samples.ts";
import { makeProduct, makeRenter, makeShop, readWorld, registerRenter } from "#e2e/api/world.ts";
import type { Access, Shop } from "#e2e/api/world.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import {
  moveSandboxClock,
  playSandboxMove,
  playSandboxScenario,
  readSandboxClock,
  resetSandbox,
  returnSandboxClock,
} from "#lib/developer/sandbox/endpoints.ts";
import { getDocument, uploadDocuments } from "#lib/insurance/claims/endpoints-documents.ts";
import { createClaim } from "#lib/insurance/claims/endpoints.ts";
import { createContract, listContracts, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { listRenewals, readCurrentRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";
import { newId } from "#lib/platform/ids.ts";

const day = 86_400_000;
const year = 365 * day;

async function addWebhook({ world }: Access): Promise<string> {
  const id = newId("whk");
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    values (${id}, ${world.id}, 'sandbox', 'https://hooks.example.com/', false, ${["v2.contract.created", "v2.contract.closed"]}, now(), now())`;
  return id;
}

async function readInstant(query: Promise<{ at: string }[]>): Promise<Date> {
  const [row] = await query;
  return new Date(row?.at ?? "");
}

describe("a sandbox clock that was moved by two years", () => {
  let shop: Shop;
  let stranger: Shop;
  let live: { key: string; cid: string };
  let theirs: string;
  let mine: string;
  beforeAll(async () => {
    [shop, stranger] = await Promise.all([makeShop(), makeShop()]);
    const { key } = shop.partner.production;
    live = { key, cid: (await succeed(key, createContract, { body: lcd(await makeRenter(key)) })).cid ?? "" };
    theirs = (await succeed(stranger.key, createContract, { body: lcd(stranger.uid) })).cid ?? "";
    mine = (await succeed(shop.key, createContract, { body: lcd(shop.uid) })).cid ?? "";
    await addWebhook(shop);
    await succeed(shop.key, moveSandboxClock, { body: { advance: "P730D" } });
  });
  const create = () => succeed(shop.key, createContract, { body: lcd(shop.uid, { start_date: undefined, end_date: inDays(733) }) });

  test.each<[string, () => Promise<Date>]>([
    ["a contract begins", async () => new Date((await create()).start_date)],
    [
      "an event happens",
      async () => readInstant(sql`select created_at as at from events where subject_id = ${(await create()).cid ?? ""}`),
    ],
    [
      "a product is added to the catalogue",
      async () => readInstant(sql`select created_at as at from products where id = ${(await makeProduct(shop.key)).product_id}`),
    ],
  ])("decides when %s", async (_what, look) => {
    expect(Math.abs((await look()).getTime() - Date.now() - 2 * year)).toBeLessThan(4 * day);
  });

  // rules/sandbox.md#clock-4
  test.each<[string, () => Promise<Date>]>([
    [
      "a delivery is due",
      async () => {
        const { cid = "" } = await create();
        return readInstant(sql`select q.due_at as at from delivery_queue q join events e on e.id = q.event_id where e.subject_id = ${cid}`);
      },
    ],
    [
      "a call is logged",
      async () => {
        const { executionId } = await call(shop.key, listContracts, { query: { uid: shop.uid } });
        return waitFor(async () => {
          const at = await readInstant(sql`select at from calls where execution_id = ${executionId}`);
          expect(at.getTime()).not.toBeNaN();
          return at;
        });
      },
    ],
    ["an action is audited", async () => readInstant(sql`select at from audit_entries where subject_id = ${await makeRenter(shop.key)}`)],
    [
      "a rate limit counts",
      async () => {
        await call(shop.key, readSandboxClock);
        await waitFor(async () => expect(await sql`select from rate_windows where key_id = ${shop.keyId}`).not.toEqual([]));
        return readInstant(sql`select to_timestamp(max(minute) * 60) as at from rate_windows where key_id = ${shop.keyId}`);
      },
    ],
    [
      "an Idempotency-Key is stored",
      async () => {
        const key = randomUUID();
        await fetch(`${inject("baseUrl")}${pathOf(attachRenter, {})}`, {
          method: "POST",
          headers: { key: shop.key, "content-type": "application/json", "idempotency-key": key },
          body: JSON.stringify(await registerRenter({ partnerIds: [shop.partner.id] })),
        });
        return readInstant(sql`select created_at as at from idempotency_keys where world_id = ${shop.world.id} and key = ${key}`);
      },
    ],
    [
      "a link to a document expires",
      async () => {
        const { cid = "", start_date, products } = await create();
        const [cpid = ""] = Object.keys(products);
        const claim = await succeed(shop.key, createClaim, { body: claimBody(shop.uid, cid, cpid, { claimAt: start_date }) });
        const { data } = await succeed(shop.key, uploadDocuments, { params: { id: claim.id }, body: photo });
        const params = { claimId: claim.id, documentId: data[0]?.id ?? "" };
        return new Date(Date.parse((await succeed(shop.key, getDocument, { params })).downloadUrlExpiresAt) - 3_600_000);
      },
    ],
    [
      "a session ends",
      async () => {
        const cookie = await makeSessionCookie(await makeUser({ role: "owner", partnerId: shop.partner.id }));
        const response = await fetch(`${inject("baseUrl")}${procedureAddress("keys.list", { environment: "development" })}`, {
          headers: { cookie },
        });
        return response.status === 200 ? new Date() : new Date(0);
      },
    ],
    [
      "a contract of Production begins",
      async () =>
        new Date(
          (await succeed(live.key, createContract, { body: lcd(await makeRenter(live.key), { start_date: undefined }) })).start_date,
        ),
    ],
    [
      "another partner's contract begins",
      async () =>
        new Date((await succeed(stranger.key, createContract, { body: lcd(stranger.uid, { start_date: undefined }) })).start_date),
    ],
  ])("does not affect when %s", async (_what, look) => {
    expect(Math.abs((await look()).getTime() - Date.now())).toBeLessThan(120_000);
  });

  // rules/sandbox.md#clock-6
  test("ends nothing in production or of another partner", async () => {
    const ended = await succeed(shop.key, readContract, { params: { contractId: mine } });
    expect(ended).toMatchObject({ status: "closed" });
    expect(
      await readInstant(sql`select created_at as at from events where subject_id = ${mine} and event_type = 'v2.contract.closed'`),
    ).toEqual(new Date(ended.end_date));
    expect(await succeed(live.key, readContract, { params: { contractId: live.cid } })).toMatchObject({ status: "open" });
    expect(await succeed(stranger.key, readContract, { params: { contractId: theirs } })).toMatchObject({ status: "open" });
    expect(await succeed(stranger.key, readSandboxClock)).toMatchObject({ moved: false, offset_seconds: 0 });
  });
});

// rules/sandbox.md#clock-1
test("the clock only moves forward, by six years at most, and back to real time", async () => {
  const { key } = await makeShop();
  const to = inDays(40);
  expect(await succeed(key, moveSandboxClock, { body: { to } })).toMatchObject({ now: to });
  expect(await succeed(key, readSandboxClock)).toMatchObject({ moved: true, catching_up: null, next_due: null, resetting: false });
  for (const body of [
    { to: inDays(39) },
    { to: inDays(6 * 366 + 1) },
    { advance: "P6Y" },
    { advance: "a month" },
    { advance: "P" },
    { advance: "P1D", to: inDays(41) },
    {},
  ]) {
    expect(await refuse(key, moveSandboxClock, { body })).toMatchObject({ status: 400, code: 400 });
  }
  expect(await succeed(key, moveSandboxClock, { body: { advance: "PT0S" } })).toMatchObject({ moved: true });
  const back = await succeed(key, returnSandboxClock);
  expect(back).toMatchObject({ offset_seconds: 0, moved: false });
  expect(Math.abs(Date.parse(back.now) - Date.now())).toBeLessThan(60_000);
});

test("contracts with future dates stay when the clock returns, and nothing happens to them twice", async () => {
  const shop = await makeShop();
  const { cid = "" } = await succeed(shop.key, createContract, { body: lmd(shop.uid, { automatic_renewal: true }) });
  await succeed(shop.key, moveSandboxClock, { body: { advance: "P4M" } });
  const story = await eventsOf(cid);
  const { next_cid: next } = (await succeed(shop.key, listRenewals, { params: { contractId: cid } }))[0] ?? {};
  await succeed(shop.key, returnSandboxClock);
  await succeed(shop.key, moveSandboxClock, { body: { advance: "P4M" } });
  await succeed(shop.key, returnSandboxClock);
  expect(await eventsOf(cid)).toEqual(story);
  expect(story).toEqual(["v2.contract.created", "v2.contract.renewal.enabled", "v2.contract.renewal.notification", "v2.contract.closed"]);
  expect(await succeed(shop.key, readContract, { params: { contractId: next ?? "" } })).toMatchObject({ status: "open" });
  expect(await succeed(shop.key, readCurrentRenewal, { params: { contractId: next ?? "" } })).toMatchObject({ applied: false });
});

describe("a production key", () => {
  const inSandbox = endpoints.filter(({ path }) => path.startsWith("/sandbox/"));
  // rules/sandbox.md#reset-3
  test.each(inSandbox.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "cannot call %s, whatever is sent",
    async (_name, endpoint) => {
      const { partner } = await makeShop();
      expect(inSandbox.length).toBeGreaterThan(5);
      for (const body of [{}, "nonsense"]) {
        const params = { id: "claim_unknown", move: "dance" };
        const sent = endpoint.method === "POST" ? { params, body } : { params };
        expect(await refuse(partner.production.key, endpoint, sent)).toMatchObject({ status: 403, code: 98888 });
      }
    },
  );
});

describe("playing the insurer", () => {
  // rules/sandbox.md#insurer-1
  test("applies the claims desk's actions by their rules, with their events", async () => {
    const { shop, id } = await makeSubmitted();
    const play = (move: string, body: Record<string, unknown> = {}) => succeed(shop.key, playSandboxMove, { params: { id, move }, body });
    expect(await refuse(shop.key, playSandboxMove, { params: { id, move: "approveRefund" }, body: { amount: 120.5 } })).toMatchObject({
      code: 3003,
    });
    expect(await play("takeOver")).toMatchObject({ status: "in_progress" });
    for (const body of [{ amount: 0 }, { amount: 245.505 }, { amount: "245,50" }, { amount: 50_000.01 }, {}]) {
      const refused = await refuse(shop.key, playSandboxMove, { params: { id, move: "approveRefund" }, body });
      expect(refused, JSON.stringify(body)).toMatchObject({ code: 1000, field: "amount" });
      expect(refused.message).toMatch(/^amount: (?:must be|is missing)/);
    }
    const inCents = await refuse(shop.key, playSandboxMove, { params: { id, move: "approveRefund" }, body: { amountCents: 24_550 } });
    expect(inCents).toMatchObject({ code: 1000, field: "amountCents" });
    expect(await refuse(shop.key, playSandboxMove, { params: { id, move: "dance" } })).toMatchObject({ code: 1000 });
    const { settlements } = await play("approveRefund", { amount: 120.5 });
    expect(await play("executePayment", { settlementId: settlements[0]?.id })).toMatchObject({ status: "closed" });
    expect((await eventsOf(id)).slice(-4)).toEqual([
      "v2.claim.settlement.created",
      "v2.claim.settlement.paid",
      "v2.claim.closed",
      "v2.claim.status.updated",
    ]);
  });

  // rules/sandbox.md#insurer-2
  test("plans a scenario at once, and one at a time", async () => {
    const { shop, id } = await makeSubmitted();
    const started = await succeed(shop.key, playSandboxScenario, { params: { id }, body: { name: "refused" } });
    expect(started).toMatchObject({
      claimId: id,
      name: "refused",
      status: "running",
      steps: ["takeOver", "rejectClaim"],
      made: 0,
      stoppedBy: null,
    });
    expect(await refuse(shop.key, playSandboxScenario, { params: { id }, body: { name: "paid" } })).toMatchObject({ code: 3003 });
    const { id: draft } = await makeClaim(shop);
    expect(await refuse(shop.key, playSandboxScenario, { params: { id: draft }, body: { name: "paid" } })).toMatchObject({ code: 3003 });
  });
});

describe("a reset", () => {
  // rules/sandbox.md#reset-1
  test("empties the environment, and keeps keys, webhooks, renters and all other worlds", async () => {
    const { shop, id } = await makeSubmitted();
    const webhookId = await addWebhook(shop);
    await makeProduct(shop.key);
    const { cid = "" } = await succeed(shop.key, createContract, { body: lmd(shop.uid, { automatic_renewal: true }) });
    await succeed(shop.key, playSandboxScenario, { params: { id }, body: { name: "paid" } });
    await succeed(shop.key, moveSandboxClock, { body: { advance: "P1Y" } });
    const stranger = await makeShop();
    await succeed(stranger.key, createContract, { body: lcd(stranger.uid) });
    const untouched = await readWorld(stranger.world);

    expect(await refuse(shop.key, resetSandbox, { body: { confirm: stranger.key.slice(0, 11) } })).toMatchObject({ code: 400 });
    expect(await refuse(shop.key, readContract, { params: { contractId: newId("prod") } })).toMatchObject({ code: 1051 });
    await succeed(shop.key, resetSandbox, { body: { confirm: shop.key.slice(0, 11) } });

    expect(await refuse(shop.key, readContract, { params: { contractId: cid } })).toMatchObject({ code: 1051 });
    expect(await succeed(shop.key, readSandboxClock)).toMatchObject({ moved: false, next_due: null, resetting: false });
    const left = Object.entries(await readWorld(shop.world)).filter(([, rows]) => rows !== null);
    expect(left.map(([table]) => table)).toEqual(expect.arrayContaining(["renter_attachments", "webhooks"]));
    expect(
      left
        .map(([table]) => table)
        .filter((table) => /contract|renewal|claim|product|event|deliver|settlement|scenario|document/.test(table)),
    ).toEqual([]);
    expect(await sql`select from delivery_queue where webhook_id = ${webhookId}`).toEqual([]);
    expect(await sql`select from audit_entries where action = 'sandbox.reset' and subject_id = ${shop.partner.id}`).toHaveLength(1);
    expect(await readWorld(stranger.world)).toEqual(untouched);
    await succeed(shop.key, createContract, { body: lcd(shop.uid) });
  });

  test("keeps what is created after it began", async () => {
    const shop = await makeShop();
    await succeed(shop.key, createContract, { body: lcd(shop.uid) });
    const confirm = shop.key.slice(0, 11);
    const answers = await Promise.all([
      call(shop.key, resetSandbox, { body: { confirm } }),
      call(shop.key, resetSandbox, { body: { confirm } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { cid = "" } = await succeed(shop.key, createContract, { body: lcd(shop.uid) });
    expect((await succeed(shop.key, listContracts, { query: { uid: shop.uid } })).map((contract) => contract.cid)).toEqual([cid]);
  });
});
