import type { DemoCall } from "#demo/fill-calls.ts";
import type { PlannedContract, Step } from "#demo/fill-contracts.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { createContract, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { read } from "#lib/insurance/contracts/read.ts";
import { listRenters } from "#lib/insurance/renters/endpoints.ts";
import { list as listAttached } from "#lib/insurance/renters/list.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Less than the month for which calls are kept by default. */
export const callsOfDays = 28;
/** The share of each hour of a day, from six in the morning: busiest before noon and at five. */
const hours = [1, 3, 7, 12, 13, 11, 6, 7, 9, 11, 13, 9, 5, 2, 1];
const allHours = hours.reduce((sum, share) => sum + share, 0);
/** Three days ago a release of the partner's software misspelt a renter for an hour. */
const faultyRelease = { daysAgo: 3, hour: 14, calls: 24 };

/** The beginning of the hour of the faulty release. */
export function faultyReleaseBefore(now: Date): Date {
  const { daysAgo, hour } = faultyRelease;
  return new Date((Math.floor(now.getTime() / dayMs) - daysAgo) * dayMs + hour * hourMs);
}

type PlannedCall = DemoCall<unknown>;

/** Calls of the last weeks that change nothing, most of them by day and fewer at weekends, with a mistake now and then. */
export function planReads(
  now: Date,
  random: () => number,
  { reads, planned }: { reads: number; planned: readonly PlannedContract[] },
): Step[] {
  const steps: Step[] = [];
  const add = (at: Date, request: (cid: string | undefined, contract: PlannedContract) => PlannedCall) => {
    const earlier = planned.filter((contract) => contract.at < at).slice(-40);
    const contract = earlier[Math.floor(random() * earlier.length)];
    if (contract === undefined || at >= now) return;
    steps.push({
      at,
      kind: "read",
      run: async ({ call, cids }, ctx) => void (await call(ctx, request(cids.get(contract.number), contract))),
    });
  };
  const today = Math.floor(now.getTime() / dayMs);
  for (let daysAgo = callsOfDays - 1; daysAgo >= 0; daysAgo -= 1) {
    const day = today - daysAgo;
    // The first of January 1970 was a Thursday.
    const isWeekend = [2, 3].includes(day % 7);
    const count = Math.round(reads * (isWeekend ? 0.35 : 1) * (0.8 + 0.4 * random()));
    for (let n = 0; n < count; n += 1) add(new Date(day * dayMs + hourOfDay(random) * hourMs), chooseCall(random));
    if (daysAgo !== faultyRelease.daysAgo) continue;
    for (let n = 0; n < faultyRelease.calls; n += 1) {
      add(new Date(day * dayMs + (faultyRelease.hour + random()) * hourMs), (_cid, contract) => preview(contract, misspell));
    }
  }
  return steps;
}

function hourOfDay(random: () => number): number {
  let rest = random() * allHours;
  const hour = hours.findIndex((share) => (rest -= share) < 0);
  return 6 + Math.max(0, hour) + random();
}

function chooseCall(random: () => number): (cid: string | undefined, contract: PlannedContract) => PlannedCall {
  const [drawn, mistake] = [random(), random()];
  if (drawn < 0.12) return () => ({ endpoint: listRenters, path: "/renters", run: listAttached });
  if (drawn < 0.5) {
    const spoil = mistake < 0.02 ? misspell : mistake < 0.035 ? withoutTheft : mistake < 0.045 ? endBeforeStart : undefined;
    return (_cid, contract) => preview(contract, spoil);
  }
  // A caller now and then cuts an identifier.
  return (cid = "", contract) => {
    if (cid === "") return preview(contract);
    const sent = mistake < 0.03 ? cid.slice(0, -1) : cid;
    return { endpoint: readContract, path: `/contracts/${sent}`, subjectOf: () => cid, run: (at) => read(at, sent) };
  };
}

type Body = PlannedContract["body"];

/** Asks for the price of a like contract of tomorrow. */
function preview({ body }: PlannedContract, spoil: (body: Body) => Body = (asked) => asked): PlannedCall {
  const duration = Date.parse(body.end_date) - Date.parse(body.start_date);
  const bodyAt = (now: Date): Body => {
    const start = Math.ceil(now.getTime() / hourMs) * hourMs + dayMs;
    return spoil({ ...body, start_date: new Date(start).toISOString(), end_date: new Date(start + duration).toISOString() });
  };
  return {
    endpoint: createContract,
    path: "/contracts",
    query: "?preview=true",
    bodyAt,
    run: (at) => create(at, bodyAt(at.now), { preview: true }),
  };
}

const misspell = (body: Body): Body => ({ ...body, uid: body.uid.replace("-du-", "-de-").replace("-de-la-", "-de-") });
const withoutTheft = (body: Body): Body => ({ ...body, options: ["break"] });
const endBeforeStart = (body: Body): Body => ({ ...body, end_date: body.start_date, start_date: body.end_date });
