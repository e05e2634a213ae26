import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { markedSources } from "#lib/account/worlds/call-sources.ts";
import { create as createWebhook, remove as removeWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { firstContract, read } from "#lib/developer/overview/read.ts";
import { makeCalls } from "#lib/developer/overview/traffic.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { create as createContract } from "#lib/insurance/contracts/create.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const [hour, day] = [3_600_000, 86_400_000];
const now = new Date("2027-06-12T14:37:00.000Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const lastDay = { range: "24h", timeZone: "UTC" } as const;

async function makeWorld(at = now): Promise<ContextOf["owner"]> {
  return { ...asPerson((await makePartner()).contexts.development, "owner"), ...realMoment(at) };
}

describe("the figures of an environment", () => {
  test("are zero where nothing has happened, with every point of the charts", async () => {
    const { figures, health, milestones, renterUid } = await read(await makeWorld(), lastDay);
    const nothing = { calls: 0, errors: 0, p95Ms: null, succeeded: 0, failed: 0, retrying: 0, cancelled: 0 };
    expect(figures.points).toEqual(
      Array.from({ length: 24 }, (_, index) => ({ at: new Date(Date.UTC(2027, 5, 11, 15 + index)), ...nothing })),
    );
    expect(figures.total).toEqual(nothing);
    expect(figures.changes).toEqual({ calls: null, errorRate: null, p95: null, deliveries: null });
    expect(health).toEqual({
      webhooks: 0,
      disabledWebhooks: 0,
      failing: 0,
      unsteady: 0,
      failingWebhooks: [],
      openContracts: 0,
      openContractsLimit: null,
      renewalsDue: 0,
      openClaims: 0,
      claimDrafts: 0,
      claimsPending: 0,
    });
    expect(milestones).toEqual({ call: false, preview: false, contract: false, webhook: false, event: false });
    expect(renterUid).toBeNull();
  });

  test("count each recorded call once, in its hour and for its own environment only", async () => {
    const { contexts } = await makePartner();
    const [ctx, other] = [
      { ...asPerson(contexts.development, "owner"), ...realMoment(now) },
      { ...asPerson(contexts.production, "owner"), ...realMoment(now) },
    ];
    const calls: Partial<CallRecord>[] = [
      ...Array.from({ length: 18 }, () => ({ at: ago(90_000), durationMicros: 10_000 })),
      { at: ago(60_000), status: 400, errorCode: 1012, durationMicros: 10_000 },
      { at: ago(30_000), status: 500, errorCode: 500, durationMicros: 800_000 },
      { at: ago(3 * hour), durationMicros: 10_000 },
      // The period begins 23 hours before the present hour.
      { at: new Date("2027-06-11T15:00:00.000Z") },
      { at: new Date("2027-06-11T14:59:59.999Z"), status: 404 },
    ];
    await makeCalls(ctx, calls);
    await makeCalls(other, [{ at: ago(60_000), status: 401 }]);

    const { figures } = await read(ctx, lastDay);
    expect(figures.total).toMatchObject({ calls: 22, errors: 2 });
    expect(
      figures.points.filter((point) => point.calls > 0).map(({ at, calls: count, errors }) => [at.toISOString(), count, errors]),
    ).toEqual([
      ["2027-06-11T15:00:00.000Z", 1, 0],
      ["2027-06-12T11:00:00.000Z", 1, 0],
      ["2027-06-12T14:00:00.000Z", 20, 2],
    ]);
    // The nineteenth of the twenty.
    expect(figures.points.at(-1)?.p95Ms).toBeCloseTo(10, 0);
    expect((await read(other, lastDay)).figures.total).toMatchObject({ calls: 1, errors: 1 });
  });

  test("are grouped by the viewer's days", async () => {
    const ctx = await makeWorld();
    await makeCalls(ctx, [{ at: new Date("2027-06-11T21:59:00Z") }, { at: new Date("2027-06-11T22:01:00Z") }, { at: ago(40 * day) }]);
    const daysOf = async (timeZone: string) => {
      const { points } = (await read(ctx, { range: "30d", timeZone })).figures;
      return points.filter(({ calls }) => calls > 0).map(({ at, calls }) => [at.toISOString(), calls]);
    };
    expect(await daysOf("UTC")).toEqual([["2027-06-11T00:00:00.000Z", 2]]);
    expect(await daysOf("Europe/Paris")).toEqual([
      ["2027-06-10T22:00:00.000Z", 1],
      ["2027-06-11T22:00:00.000Z", 1],
    ]);
    expect((await read(ctx, { range: "30d", timeZone: "UTC" })).figures.changes.calls).toBe(1);
  });

  test("are up to date at every read", async () => {
    const ctx = await makeWorld();
    await makeCalls(ctx, [{ at: ago(5 * hour) }, {}]);
    for (const range of ["24h", "7d", "30d"] as const) {
      const before = (await read(ctx, { range, timeZone: "Europe/Paris" })).figures;
      await makeCalls(ctx, [{ status: 400 }]);
      const after = (await read(ctx, { range, timeZone: "Europe/Paris" })).figures;
      expect(after.total.calls).toBe(before.total.calls + 1);
      expect(after.points.slice(0, -1)).toEqual(before.points.slice(0, -1));
      expect(
        (await read({ ...ctx, ...realMoment(new Date(now.getTime() + hour)) }, { range, timeZone: "Europe/Paris" })).figures.total,
      ).toEqual(after.total);
    }
  });

  test("count deliveries by their outcome", async () => {
    const ctx = await makeWorld();
    await createWebhook(ctx, sampleSettings);
    const [arrived = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    const [refused = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await attempt(arrived, now, 200);
    let at = now;
    for (let tries = 0; tries < 4; tries += 1) {
      await attempt(refused, at, 503);
      const { retrying, failed } = (await read({ ...ctx, ...realMoment(at) }, lastDay)).figures.points.at(-1) ?? {};
      expect({ retrying, failed }, "it is retrying until the last attempt").toEqual(
        tries < 3 ? { retrying: 1, failed: 0 } : { retrying: 0, failed: 1 },
      );
      at = new Date(at.getTime() + hour);
    }
    const { total, points } = (await read({ ...ctx, ...realMoment(at) }, lastDay)).figures;
    expect(total).toMatchObject({ succeeded: 1, failed: 1, retrying: 0, cancelled: 0, calls: 0 });
    expect(points.filter(({ succeeded, failed }) => succeeded + failed > 0).map(({ at: from }) => from.getUTCHours())).toEqual([14, 17]);
  });
});

describe("the health of an environment", () => {
  test("counts the open claims, and those that wait for the partner", async () => {
    const ctx = await makeWorld();
    for (const status of [
      "draft",
      "submitted",
      "in_progress",
      "pending_info",
      "pending_info",
      "closed",
      "rejected",
      "abandoned",
    ] as const) {
      await insertSampleClaim(ctx.world.id, { status });
    }
    expect((await read(ctx, lastDay)).health).toMatchObject({ openClaims: 4, claimDrafts: 1, claimsPending: 2 });
    expect((await read(await makeWorld(), lastDay)).health).toMatchObject({ openClaims: 0, claimDrafts: 0, claimsPending: 0 });
  });

  test("shows owners the webhooks whose latest attempt failed, however long ago", async () => {
    const ctx = await makeWorld(new Date());
    const failing = await createWebhook(ctx, { ...sampleSettings, name: "Warehouse", eventTypes: ["v2.contract.created"] });
    await createWebhook(ctx, { ...sampleSettings, eventTypes: ["v2.contract.closed"] });
    await createWebhook(ctx, { ...sampleSettings, eventTypes: ["v2.contract.closed", "v2.contract.created"] });
    const answers = { "v2.contract.closed": [200, 500], "v2.contract.created": [503, 200] } as const;
    for (const [kind, codes] of Object.entries(answers)) {
      const told = await emitSampleEvent(ctx, kind as keyof typeof answers);
      const byWebhook = await sql<{ id: string }[]>`select id from deliveries where id = any(${told}::text[]) order by webhook_id`;
      for (const [index, { id }] of byWebhook.entries()) await attempt(id, ctx.now, codes[index]);
    }
    const healthAt = async (hours: number) =>
      (await read({ ...ctx, ...realMoment(new Date(ctx.now.getTime() + hours * hour)) }, lastDay)).health;
    expect(await healthAt(0)).toMatchObject({
      webhooks: 3,
      failing: 1,
      unsteady: 1,
      failingWebhooks: [{ id: failing.id, name: "Warehouse" }],
    });
    expect((await read(asPerson(ctx, "member"), lastDay)).health).toMatchObject({ failing: 1, failingWebhooks: [] });
    expect(await healthAt(25)).toMatchObject({ webhooks: 3, failing: 1, unsteady: 0 });
    const [, again = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await attempt(again, ctx.now, 500);
    expect(await healthAt(0), "an earlier success of the day does not help").toMatchObject({ failing: 2, unsteady: 0 });
    await removeWebhook(ctx, failing.id);
    expect(await healthAt(0)).toMatchObject({ webhooks: 2, disabledWebhooks: 0, failing: 1 });
    await createWebhook(ctx, { ...sampleSettings, enabled: false });
    expect(await healthAt(0)).toMatchObject({ webhooks: 2, disabledWebhooks: 1, failing: 1 });
  });

  test("counts open contracts against their limit, and the renewals of the next 30 days", async () => {
    const ctx = await makeWorld(new Date());
    const uid = await registerRenter();
    await attachOpened(ctx, uid);
    const bike = firstContract(uid, ctx.now)["products"];
    const lasting = (days: number) => ({
      uid,
      contract_type: "LMD",
      end_date: new Date(ctx.now.getTime() + days * day).toISOString(),
      options: ["break", "theft"],
      products: (bike as { data: object }[]).map((product) => ({ ...product, data: { ...product.data, user_name: "Ada Martin" } })),
      automatic_renewal: true,
    });
    await createContract(ctx, lasting(60), { preview: false });
    await createContract(ctx, lasting(95), { preview: false });
    const limited = { ...ctx, partner: { ...ctx.partner, openContractsLimit: 10 } };
    expect((await read(limited, lastDay)).health).toMatchObject({ openContracts: 2, openContractsLimit: 10, renewalsDue: 0 });
    const later = { ...limited, ...realMoment(new Date(ctx.now.getTime() + 40 * day)) };
    expect((await read(later, lastDay)).health).toMatchObject({ openContracts: 2, renewalsDue: 1 });
    const other = await makeWorld(new Date());
    expect((await read(other, lastDay)).health).toMatchObject({ openContracts: 0, renewalsDue: 0 });
  });
});

describe("the first steps of an integration", () => {
  test("are ticked one by one by real traffic of their own environment, and stay ticked when the log is gone", async () => {
    const { contexts } = await makePartner();
    const [ctx, other] = [
      { ...asPerson(contexts.development, "owner"), ...realMoment(new Date()) },
      { ...asPerson(contexts.production, "owner"), ...realMoment(new Date()) },
    ];
    const reached = async () => Object.entries((await read(ctx, lastDay)).milestones).flatMap(([step, isDone]) => (isDone ? [step] : []));
    expect(await reached()).toEqual([]);

    await makeCalls(ctx, [{ method: "GET", endpoint: "retrieveRenters", status: 401 }]);
    expect(await reached()).toEqual(["call"]);
    // A refused preview does not count.
    await makeCalls(ctx, [{ preview: true, status: 400, errorCode: 1012 }]);
    expect(await reached()).toEqual(["call"]);
    await makeCalls(ctx, [{ preview: true }]);
    expect(await reached()).toEqual(["call", "preview"]);

    const uid = await registerRenter();
    await attachOpened(ctx, uid);
    expect((await read(ctx, lastDay)).renterUid).toBe(uid);
    await createContract(ctx, firstContract(uid, ctx.now), { preview: true });
    expect(await reached()).toEqual(["call", "preview"]);
    await createContract(ctx, firstContract(uid, ctx.now), { preview: false });
    expect(await reached()).toEqual(["call", "preview", "contract"]);

    const { id } = await createWebhook(ctx, sampleSettings);
    expect(await reached()).toEqual(["call", "preview", "contract", "webhook"]);
    const [delivery = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await attempt(delivery, ctx.now, 500);
    expect(await reached()).toEqual(["call", "preview", "contract", "webhook"]);
    const [arrived = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await attempt(arrived, ctx.now, 204);
    const all = ["call", "preview", "contract", "webhook", "event"];
    expect(await reached()).toEqual(all);

    await removeWebhook(ctx, id);
    await sql`delete from calls where world_id = ${ctx.world.id}`;
    await sql`delete from deliveries where world_id = ${ctx.world.id}`;
    expect(await reached()).toEqual(all);
    expect((await read(other, lastDay)).milestones).toEqual({ call: false, preview: false, contract: false, webhook: false, event: false });
  });

  test("ignore Try it and recipes, and so does every figure", async () => {
    const ctx = { ...asPerson((await makePartner()).contexts.development, "owner"), ...realMoment(new Date()) };
    const uid = await registerRenter();
    await attachOpened(ctx, uid);
    for (const source of markedSources) {
      await makeCalls(ctx, [{ source }, { source, preview: true }, { source, status: 500 }]);
      await createContract({ ...ctx, source }, firstContract(uid, ctx.now), { preview: false });
    }
    const { figures, milestones } = await read(ctx, lastDay);
    expect(figures.total).toMatchObject({ calls: 0, errors: 0 });
    expect(milestones).toMatchObject({ call: false, preview: false, contract: false });
  });

  test("count calls of the command line in figures, but tick nothing for them", async () => {
    const ctx = { ...asPerson((await makePartner()).contexts.development, "owner"), ...realMoment(new Date()) };
    const uid = await registerRenter();
    await attachOpened(ctx, uid);
    const source = "command_line";
    await makeCalls(ctx, [{ source }, { source, preview: true }]);
    await createContract({ ...ctx, source }, firstContract(uid, ctx.now), { preview: false });
    const { figures, milestones } = await read(ctx, lastDay);
    expect(figures.total).toMatchObject({ calls: 2 });
    expect(milestones).toMatchObject({ call: false, preview: false, contract: false });
  });

  test("suggest a renter for a first contract only if it can insure bikes for short terms", async () => {
    const ctx = await makeWorld();
    await attachOpened(ctx, await registerRenter({ productTypes: ["event"] }));
    await attachOpened(ctx, await registerRenter({ contractTypes: ["LLD"] }));
    expect((await read(ctx, lastDay)).renterUid).toBeNull();
  });
});
