import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { seedClaims } from "#demo/demo-claims.ts";
import type { DemoFile, DemoPartner } from "#demo/demo-file.ts";
import { makeCall } from "#demo/fill-calls.ts";
import type { DemoCall } from "#demo/fill-calls.ts";
import { demoActivities, planContracts } from "#demo/fill-contracts.ts";
import type { DemoActivity, PlannedContract } from "#demo/fill-contracts.ts";
import { recordDeliveries } from "#demo/fill-deliveries.ts";
import { seededRandom } from "#demo/random.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { asOwner, operatorContext } from "#lib/account/users/roles.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { createUsual } from "#lib/developer/alerts/manage.ts";
import { addProducts, amend, end } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { endDueContracts } from "#lib/insurance/contracts/end-due.ts";
import { addContractProducts, amendContract, createContract, endContract, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { read } from "#lib/insurance/contracts/read.ts";
import { amend as amendRenewal, configure } from "#lib/insurance/renewals/configure.ts";
import { amendRenewal as amendRenewalEndpoint, configureRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { notifyDueRenewals } from "#lib/insurance/renewals/notify-due.ts";
import { listRenters } from "#lib/insurance/renters/endpoints.ts";
import { list as listAttached } from "#lib/insurance/renters/list.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Less than the month for which calls are kept by default. */
const callsOfDays = 14;

/** An action at a moment of the year. */
interface Action {
  at: Date;
  run: (ctx: ApiContext) => Promise<void>;
}

/**
 * Fills the Development of each demo partner with a year of contracts, claims, calls and deliveries, made by the product's own verbs at their
 * moments. It fills empty worlds only, and does not continue an interrupted filling. Calls `tell` for each filled partner.
 */
export async function fillDemo({ partners }: DemoFile, tell: (partner: string) => Promise<void> | void): Promise<void> {
  for (const [place, partner] of partners.entries()) {
    const activity = demoActivities[place];
    if (activity !== undefined && (await fillDevelopment(partner, activity))) await tell(partner.name);
  }
}

/** Returns false if the world is not empty. */
async function fillDevelopment(partner: DemoPartner, activity: DemoActivity): Promise<boolean> {
  const key = await findKey(partner.developmentKey);
  if (key === undefined || (await isUsed(key.world.id))) return false;
  const [firstRenter = ""] = partner.renters;
  const now = currentTime();
  const staff = operatorContext("demo data", now);
  const world = await enterWorld(staff, key.world.partnerId, "development");
  const random = seededRandom(25);
  for (const daysAgo of [callsOfDays, callsOfDays / 2]) await ensurePartitions(sql, new Date(now.getTime() - daysAgo * dayMs));
  const { userAgent } = activity;
  const caller = { keyId: key.id, userAgent, random, loggedFrom: new Date(now.getTime() - callsOfDays * dayMs) };
  const call = <Data>(ctx: ApiContext, made: DemoCall<Data>) => makeCall(ctx, caller, made);

  const actions: Action[] = [
    ...planContracts(now, random, activity).map((planned) => ({ at: planned.at, run: (ctx: ApiContext) => begin(ctx, planned) })),
    // Contracts end and renew on their day, also without a call.
    ...listDays(now).map((at) => ({ at, run: () => Promise.resolve() })),
    ...planReads(now, random).map((at) => ({ at, run: readSomething })),
  ];
  const cids: string[] = [];

  async function begin(ctx: ApiContext, { body, fate }: PlannedContract): Promise<void> {
    const isFaulty = random() < 0.15;
    const path = "/contracts";
    if (isFaulty) {
      const faulty = { ...body, options: ["break"] };
      await call(ctx, { endpoint: createContract, path, body: faulty, run: (at) => create(at, faulty, { preview: false }) });
    }
    const contract = await call(ctx, {
      endpoint: createContract,
      path,
      body,
      run: (at) => create(at, body, { preview: false }),
      subjectOf: (made) => made.cid,
    });
    if (contract?.cid === undefined) return;
    const { cid } = contract;
    cids.push(cid);
    const follow = followUp(cid, body, fate);
    if (follow !== undefined && follow.at < now) insert(follow);
  }

  function followUp(cid: string, body: PlannedContract["body"], fate: PlannedContract["fate"]): Action | undefined {
    const [start, finish] = [Date.parse(body.start_date), Date.parse(body.end_date)];
    const path = `/contracts/${cid}`;
    const subjectOf = () => cid;
    const middle = new Date((start + Math.min(finish, start + 60 * dayMs)) / 2);
    const early = new Date(start + hourMs);
    switch (fate) {
      case "kept":
        return undefined;
      case "cancelled":
        return changeAt(early, { endpoint: endContract, path, subjectOf, run: (at) => end(at, cid, undefined, { preview: false }) });
      case "terminated": {
        const sent = { reason: "Le client a rendu le matériel avant la fin." };
        return changeAt(middle, {
          endpoint: endContract,
          path,
          body: sent,
          subjectOf,
          run: (at) => end(at, cid, sent, { preview: false }),
        });
      }
      case "extended": {
        const sent = { end_date: new Date(finish + dayMs).toISOString() };
        return changeAt(early, {
          endpoint: amendContract,
          path,
          body: sent,
          subjectOf,
          run: (at) => amend(at, cid, sent, { preview: false }),
        });
      }
      case "grown": {
        const sent = { start_date: middle.toISOString(), products: body.products.slice(0, 1) };
        return changeAt(middle, {
          endpoint: addContractProducts,
          path: `${path}/products`,
          body: sent,
          subjectOf,
          run: (at) => addProducts(at, cid, sent, { preview: false }),
        });
      }
      case "renewing":
      case "renewalRejected": {
        const sent = { use_notification: true };
        return {
          at: early,
          async run(ctx) {
            const renewal = await call(ctx, {
              endpoint: configureRenewal,
              path: `${path}/automaticRenewal`,
              body: sent,
              subjectOf,
              run: (at) => configure(at, cid, sent),
            });
            if (fate === "renewing" || renewal === undefined) return;
            const rejected = { rejected: true };
            await call(ctx, {
              endpoint: amendRenewalEndpoint,
              path: `${path}/automaticRenewal/${renewal.arid}`,
              body: rejected,
              subjectOf,
              run: (at) => amendRenewal(at, cid, renewal.arid, rejected),
            });
          },
        };
      }
    }
  }

  function changeAt(at: Date, made: DemoCall<unknown>): Action {
    return { at, run: async (ctx) => void (await call(ctx, made)) };
  }

  async function readSomething(ctx: ApiContext): Promise<void> {
    const cid = cids[Math.floor(random() * cids.length)];
    if (cid === undefined || random() < 0.3) {
      await call(ctx, { endpoint: listRenters, path: "/renters", run: listAttached });
      return;
    }
    // A caller now and then cuts an identifier.
    const sent = random() < 0.05 ? cid.slice(0, -1) : cid;
    await call(ctx, { endpoint: readContract, path: `/contracts/${sent}`, subjectOf: () => cid, run: (at) => read(at, sent) });
  }

  const waiting = actions.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  function insert(action: Action): void {
    const place = waiting.findIndex(({ at }) => at > action.at);
    waiting.splice(place < 0 ? waiting.length : place, 0, action);
  }
  for (let action = waiting.shift(); action !== undefined; action = waiting.shift()) {
    await notifyDueRenewals(action.at);
    await endDueContracts(action.at);
    await action.run({ ...world, now: action.at, realTime: action.at });
  }
  await seedClaims(world, staff, firstRenter);
  await fillDeveloperSpace(world, activity, firstRenter);
  return true;
}

async function isUsed(worldId: number): Promise<boolean> {
  const used = await sql`
    select from worlds where id = ${worldId} and (
      exists (select from contracts where world_id = ${worldId}) or exists (select from webhooks where world_id = ${worldId})
      or exists (select from calls where world_id = ${worldId}))`;
  return used.length > 0;
}

function listDays(now: Date): Date[] {
  return Array.from({ length: 360 }, (_, daysAgo) => new Date(now.getTime() - daysAgo * dayMs));
}

/** The moments of reads of the last days: by day, and fewer at weekends. */
function planReads(now: Date, random: () => number): Date[] {
  const moments: Date[] = [];
  for (let daysAgo = callsOfDays - 1; daysAgo >= 0; daysAgo -= 1) {
    const day = Math.floor(now.getTime() / dayMs) - daysAgo;
    const isWeekend = [2, 3].includes(day % 7);
    const count = Math.round((isWeekend ? 8 : 25) * (0.7 + 0.6 * random()));
    for (let n = 0; n < count; n += 1) moments.push(new Date(day * dayMs + (6 + 6 * (random() + random())) * hourMs));
  }
  return moments.filter((at) => at < now);
}

/** The usual alerts, and a webhook whose host exists nowhere: its past deliveries are recorded, and what happens from now on is retried. */
async function fillDeveloperSpace(world: ApiContext, { host }: DemoActivity, uid: string): Promise<void> {
  const [user] = await sql<{ id: string }[]>`
    select id from users where partner_id = ${world.world.partnerId} and role = 'owner' order by id limit 1`;
  const owner = asOwner({ ...world, user: { role: "owner" as const, id: user?.id ?? "" } });
  if (user !== undefined) await createUsual(owner, { language: "fr", timeZone: "Europe/Paris" });
  const { id } = await createWebhook(owner, {
    name: "Logiciel de location",
    url: `https://${host}/covergate`,
    eventTypes: [...eventTypes],
    signed: true,
  });
  await recordDeliveries(world.world.id, id);
  const start = world.now.getTime() + dayMs;
  const body = {
    uid,
    contract_type: "LCD",
    start_date: new Date(start).toISOString(),
    end_date: new Date(start + 3 * dayMs).toISOString(),
    options: ["break", "theft"],
    products: [
      {
        ...{ product_type: "bike", product_subtype: "electric", brand: "Moustache", model: "Lundi 27", value_excl: 2490 },
        data: { product_marked: "RIV-2001", user_name: "Léa Fontaine" },
      },
    ],
  };
  await create(world, body, { preview: false });
}
