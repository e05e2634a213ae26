import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { seedClaims } from "#demo/claim-in-each-state.ts";
import { planClaims } from "#demo/claims-of-year.ts";
import { demoPartners } from "#demo/demo-data.ts";
import type { DemoUserData } from "#demo/demo-data.ts";
import { makeCall } from "#demo/fill-calls.ts";
import type { DemoCall } from "#demo/fill-calls.ts";
import { changeSteps, createStep } from "#demo/fill-changes.ts";
import { demoActivities, findCreated, planContracts, startOfYear } from "#demo/fill-contracts.ts";
import type { DemoActivity, Step } from "#demo/fill-contracts.ts";
import { backdateEvents, fillDeveloperSpace } from "#demo/fill-deliveries.ts";
import { createFormerPrices, enterAccounts, enterPayer, findPeople, schedulePrices } from "#demo/fill-operator.ts";
import type { People } from "#demo/fill-operator.ts";
import { listOpenFills, noteFinished, notePlan, noteProgress } from "#demo/fill-progress.ts";
import type { OpenFill } from "#demo/fill-progress.ts";
import { callsOfDays, faultyReleaseBefore, planReads } from "#demo/fill-reads.ts";
import { inviteColleague } from "#demo/users.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { evaluateAlerts } from "#lib/developer/alerts/evaluate.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { endDueContracts } from "#lib/insurance/contracts/end-due.ts";
import { notifyDueRenewals } from "#lib/insurance/renewals/notify-due.ts";
import { closeMonths } from "#lib/insurance/statements/close.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { log } from "#lib/platform/log/log.ts";
import type { partnerRoles } from "#lib/platform/roles.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** After so many steps, an interrupted filling goes on. */
const stepsPerNote = 10;
const contractsPerTell = 40;

/** How many contracts a world has of its year. */
export interface FillProgress {
  partner: string;
  environment: Environment;
  contracts: number;
  planned: number;
}

export interface FillOptions {
  /** The address of the receiver of the demo. */
  receiver: string;
  /** Told a few times of each world, the last time when it is filled. */
  tell: (progress: FillProgress) => Promise<void> | void;
  /** When it aborts, no further step begins. */
  signal?: AbortSignal | undefined;
  /** The first world, which the first page shows, is filled at once; the others wait for this. */
  afterFirst?: Promise<unknown> | undefined;
}

/**
 * Fills the worlds that the seed has marked with a year of contracts, claims, calls and deliveries, made by the product's own verbs at their
 * moments (rules/sandbox.md#demo-1). A filling that was interrupted goes on where it stopped.
 */
export async function fillDemo({ receiver, tell, signal, afterFirst }: FillOptions): Promise<void> {
  const open = await listOpenFills();
  const [first] = open;
  if (first === undefined) return;
  await createFormerPrices(first.startedAt);
  const people = await findPeople();
  for (const fill of open) {
    const world = await findWorldToFill(fill);
    if (world === undefined) continue;
    if (!(await fillWorld(fill, { ...world, people, signal, tell }))) return;
    await finishWorld(fill, { ...world, people, receiver });
    await afterFirst;
  }
  await enterAccounts(first.startedAt, people);
  await enterPayer(first.startedAt, people);
  await schedulePrices(first.startedAt, people);
}

interface WorldToFill {
  ctx: ApiContext;
  partner: string;
  environment: Environment;
  activity: DemoActivity;
  firstRenter: string;
  invited: DemoUserData<(typeof partnerRoles)[number]>;
  keyId: string;
}

async function findWorldToFill({ worldId }: OpenFill): Promise<WorldToFill | undefined> {
  const [row] = await sql<{ partnerId: string; partner: string; environment: Environment; place: number; keyId: string | null }[]>`
    select w.partner_id, p.name as partner, w.environment,
      (select id from api_keys k where k.world_id = w.id order by k.created_at desc limit 1) as key_id,
      (select count(distinct o.partner_id)::int from demo_fills f join worlds o on o.id = f.world_id where f.world_id < w.id
        and o.partner_id <> w.partner_id) as place
    from worlds w join partners p on p.id = w.partner_id where w.id = ${worldId}`;
  const activity = demoActivities[row?.place ?? -1];
  const { renters, invited } = demoPartners[row?.place ?? -1] ?? {};
  const firstRenter = renters?.[0]?.uid;
  if (row === undefined || activity === undefined || firstRenter === undefined || invited === undefined) return undefined;
  const { partnerId, partner, environment, keyId } = row;
  if (keyId === null) return undefined;
  const ctx = await enterWorld(operatorContext("demo data", currentTime()), partnerId, environment);
  return { ctx, partner, environment, activity, firstRenter, invited, keyId };
}

/** Plans the year, and does its steps; returns false where it was stopped. */
async function fillWorld(
  { worldId, startedAt: now, steps: before }: OpenFill,
  { ctx, partner, activity, environment, keyId, people, signal, tell }: WorldToFill & { people: People } & Omit<FillOptions, "receiver">,
): Promise<boolean> {
  const scale = activity.scales[environment];
  const random = seededRandom(25);
  const planned = planContracts(now, random, { ...activity, ...scale });
  const steps = [
    ...planned.flatMap((contract) => [createStep(contract, random() < 0.15), ...changeSteps(contract)]),
    ...planClaims(now, random, { ...scale, uid: activity.shops[0]?.uid ?? "", planned, people }),
    ...planReads(now, random, { ...scale, planned }),
    // Contracts end and renew on their day, also without a call.
    ...listDays(now),
  ]
    .filter(({ at }) => at < now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  await notePlan(worldId, planned.length);
  for (let daysAgo = callsOfDays; daysAgo > 0; daysAgo -= 7) await ensurePartitions(sql, new Date(now.getTime() - daysAgo * dayMs));
  const caller = { keyId, userAgent: activity.userAgent, loggedFrom: new Date(now.getTime() - callsOfDays * dayMs) };
  const cids = before === 0 ? new Map<number, string>() : await findCreated(worldId, planned);
  const refused: string[] = [];
  for (const [index, step] of steps.entries()) {
    if (index < before) continue;
    if (signal?.aborted === true) return false;
    const ofStep = { ...caller, random: seededRandom(index) };
    const call = <Data>(at: ApiContext, made: DemoCall<Data>) => makeCall(at, ofStep, made);
    if (step.kind !== "read") {
      await notifyDueRenewals(step.at, { only: worldId });
      await endDueContracts(step.at, { only: worldId });
    }
    await step.run({ call, cids }, { ...ctx, now: step.at, realTime: step.at }).catch((error: unknown) => {
      // People may work in the world meanwhile.
      if (!(error instanceof ApiError || error instanceof UserError)) throw error;
      refused.push(`${step.kind} at ${step.at.toISOString()}: ${error.message}`);
    });
    if (index % stepsPerNote === 0) await noteProgress(worldId, index + 1, cids.size);
    if (step.kind === "contract" && cids.size % contractsPerTell === 0) {
      await tell({ partner, environment, contracts: cids.size, planned: planned.length });
    }
  }
  await noteProgress(worldId, steps.length, cids.size);
  await tell({ partner, environment, contracts: cids.size, planned: planned.length });
  if (refused.length > 0) log.warn({ refused, steps: steps.length }, "steps of the demo data were refused");
  return true;
}

function listDays(now: Date): Step[] {
  const days = Math.ceil((now.getTime() - startOfYear(now).getTime()) / dayMs);
  return Array.from({ length: days }, (_, ago) => ({
    at: new Date(now.getTime() - ago * dayMs - 1),
    kind: "change",
    run: async () => undefined,
  }));
}

/** What belongs to the end of the year: fresh claims, webhook and alerts, closed statements. */
async function finishWorld(
  { worldId, startedAt: now }: OpenFill,
  { ctx, people, receiver, environment, firstRenter, invited }: WorldToFill & { people: People; receiver: string },
): Promise<void> {
  if (environment === "development") {
    await seedClaims(ctx, operatorContext("demo data", now), firstRenter);
    await inviteColleague({ partnerId: ctx.world.partnerId, ...invited }, now);
  }
  await flushCalls();
  await backdateEvents(worldId);
  await fillDeveloperSpace((at) => people.owner(ctx, at), { worldId, receiver, now });
  await noteFinished(worldId, currentTime());
  await closeMonths(worldId, ctx.now);
  // The faulty release raised the rate of errors for an hour.
  for (const hours of [0.75, 4]) await evaluateAlerts(new Date(faultyReleaseBefore(now).getTime() + hours * hourMs));
}

/** Numbers in [0, 1) that are the same for each filling (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
