import type { DemoCall } from "#demo/fill-calls.ts";
import type { PlannedContract, Step } from "#demo/fill-contracts.ts";
import { addProducts, amend, end } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { addContractProducts, amendContract, createContract, endContract } from "#lib/insurance/contracts/endpoints.ts";
import { amend as amendRenewal, configure } from "#lib/insurance/renewals/configure.ts";
import { amendRenewal as amendRenewalEndpoint, configureRenewal } from "#lib/insurance/renewals/endpoints.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const live = { preview: false };

/** Creates a planned contract. A forgetful caller has left the theft cover out a minute before, and was refused. */
export function createStep({ at, number, body }: PlannedContract, isForgetful: boolean): Step {
  const endpoint = createContract;
  const path = "/contracts";
  return {
    at,
    kind: "contract",
    async run({ call, cids }, ctx) {
      if (cids.has(number)) return;
      const faulty = { ...body, options: ["break"] };
      const before = { ...ctx, now: new Date(ctx.now.getTime() - minuteMs) };
      if (isForgetful) await call(before, { endpoint, path, body: faulty, run: (then) => create(then, faulty, live) });
      const contract = await call(ctx, {
        endpoint,
        path,
        body,
        run: (then) => create(then, body, live),
        subjectOf: (created) => created.cid,
      });
      if (contract?.cid !== undefined) cids.set(number, contract.cid);
    },
  };
}

/** What becomes of a contract after its creation, by its fate. */
export function changeSteps({ number, body, fate }: PlannedContract): Step[] {
  const [start, finish] = [Date.parse(body.start_date), Date.parse(body.end_date)];
  const middle = new Date((start + Math.min(finish, start + 60 * dayMs)) / 2);
  const early = new Date(start + hourMs);
  const change = (at: Date, make: (cid: string, path: string) => DemoCall<unknown>): Step => ({
    at,
    kind: "change",
    async run({ call, cids }, ctx) {
      const cid = cids.get(number);
      if (cid !== undefined) await call(ctx, { ...make(cid, `/contracts/${cid}`), subjectOf: () => cid });
    },
  });
  switch (fate) {
    case "kept":
      return [];
    case "cancelled":
      return [change(early, (cid, path) => ({ endpoint: endContract, path, run: (at) => end(at, cid, undefined, live) }))];
    case "terminated": {
      const sent = { reason: "Le client a rendu le matériel avant la fin." };
      return [change(middle, (cid, path) => ({ endpoint: endContract, path, body: sent, run: (at) => end(at, cid, sent, live) }))];
    }
    case "extended": {
      const sent = { end_date: new Date(finish + dayMs).toISOString() };
      return [change(early, (cid, path) => ({ endpoint: amendContract, path, body: sent, run: (at) => amend(at, cid, sent, live) }))];
    }
    case "grown": {
      const [first] = body.products;
      const added = first && { ...first, data: { ...first.data, product_marked: `${first.data.product_marked}-B` } };
      const sent = { start_date: middle.toISOString(), products: added === undefined ? [] : [added] };
      return [
        change(middle, (cid, path) => ({
          endpoint: addContractProducts,
          path: `${path}/products`,
          body: sent,
          run: (at) => addProducts(at, cid, sent, live),
        })),
      ];
    }
    case "renewing":
    case "renewalRejected":
      return [renewalStep(early, number, fate === "renewalRejected")];
  }
}

function renewalStep(at: Date, number: number, isRejected: boolean): Step {
  const sent = { use_notification: true };
  const rejected = { rejected: true };
  return {
    at,
    kind: "change",
    async run({ call, cids }, ctx) {
      const cid = cids.get(number);
      if (cid === undefined) return;
      const path = `/contracts/${cid}/automaticRenewal`;
      const subjectOf = () => cid;
      const renewal = await call(ctx, {
        endpoint: configureRenewal,
        path,
        body: sent,
        subjectOf,
        run: (then) => configure(then, cid, sent),
      });
      if (!isRejected || renewal === undefined) return;
      await call(ctx, {
        endpoint: amendRenewalEndpoint,
        path: `${path}/${renewal.arid}`,
        body: rejected,
        subjectOf,
        run: (then) => amendRenewal(then, cid, renewal.arid, rejected),
      });
    },
  };
}
