import { sql } from "#db/client.ts";
import {
  acceptAll,
  acceptFirst,
  cancelWith,
  fall,
  insuredOf,
  move,
  returnPayments,
  sendRequested,
  settle,
  submitClaim,
  takeOver,
  theft,
  uploadMandatory,
} from "#demo/claim-steps.ts";
import type { Step as ClaimStep } from "#demo/claim-steps.ts";
import type { PlannedContract, Step } from "#demo/fill-contracts.ts";
import type { People } from "#demo/fill-operator.ts";
import { create } from "#lib/insurance/claims/create.ts";
import { createClaim } from "#lib/insurance/claims/endpoints.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { bankDayFrom, isBankDay } from "#lib/platform/time/bank-days.ts";
import { dateOf, startOfDay } from "#lib/platform/time/calendar.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A life of a claim: what happened, and the steps after its declaration. */
interface Life {
  happened: typeof fall | typeof theft;
  /** For a bike of a value in euros. */
  stepsFor: (valueExcl: number) => readonly ClaimStep[];
}

const begin = [uploadMandatory, submitClaim, takeOver];
const refund = (valueExcl: number, share: number) => move({ move: "approveRefund", amountCents: Math.round(valueExcl * share * 100) });
const pay = settle("executePayment", "approved");
/** Another handler decides on what needs two, and pays. */
const approve = settle("approveProposal", "pending_approval");
const note = move({ move: "noteClaim", note: "Le réparateur confirme le devis par téléphone." });
const invoice = "Facture d'achat du vélo";
const request = move({ move: "requestDocument", type: invoice, category: "expected" });
const deductible = move({ move: "chargeClaim", amountCents: 4_500, reason: "Franchise du contrat." });
const rejection = "Les dommages sont antérieurs au contrat : ils figurent sur l'état des lieux de départ.";

/** Taken by turns, oldest claims first. A claim of the last days is still at one of its first steps. */
const lives: readonly Life[] = [
  { happened: fall, stepsFor: (value) => [...begin, acceptAll, refund(value, 0.12), pay] },
  { happened: theft, stepsFor: (value) => [...begin, note, acceptAll, refund(value, 0.9), approve, pay] },
  { happened: fall, stepsFor: () => [...begin, acceptFirst, move({ move: "rejectClaim", reason: rejection })] },
  { happened: fall, stepsFor: (value) => [...begin, acceptAll, refund(value, 0.2), deductible, pay] },
  { happened: fall, stepsFor: (value) => [...begin, acceptAll, refund(value, 0.08), pay, returnPayments, approve, pay] },
  { happened: theft, stepsFor: () => [uploadMandatory, submitClaim, takeOver, cancelWith("Le vélo a été retrouvé.")] },
  { happened: fall, stepsFor: () => [cancelWith("Déclaré deux fois par erreur.")] },
  {
    happened: fall,
    stepsFor: (value) => [...begin, acceptFirst, request, sendRequested(invoice), acceptAll, note, refund(value, 0.3), pay],
  },
];

/** Claims on contracts of a shop that rents bikes, spread over the year. */
export function planClaims(
  now: Date,
  random: () => number,
  { claims: count, uid, planned, people }: { claims: number; uid: string; planned: readonly PlannedContract[]; people: People },
): Step[] {
  const insured = planned.filter(({ body, fate }) => {
    const isLong = Date.parse(body.end_date) - Date.parse(body.start_date) >= 3 * dayMs;
    return body.uid === uid && isLong && (fate === "kept" || fate === "extended" || fate === "renewing");
  });
  const every = Math.max(1, insured.length / Math.max(1, count));
  const chosen = Array.from({ length: Math.min(count, insured.length) }, (_, n) => insured[Math.floor(n * every)]);
  return chosen.flatMap((contract, turn) => (contract === undefined ? [] : claimSteps(now, random, { contract, turn, people })));
}

/** The same moment, or the morning of the next bank day. */
function onBankDay(at: number): number {
  const day = dateOf(new Date(at), zone);
  return isBankDay(day) ? at : startOfDay(bankDayFrom(day), zone).getTime() + 10 * hourMs;
}

function claimSteps(
  now: Date,
  random: () => number,
  { contract, turn, people }: { contract: PlannedContract; turn: number; people: People },
): Step[] {
  const { uid, ...body } = contract.body;
  const [product] = body.products;
  const life = lives[turn % lives.length];
  if (product === undefined || life === undefined) return [];
  const [start, finish] = [Date.parse(body.start_date), Date.parse(body.end_date)];
  const lossAt = start + (0.2 + 0.4 * random()) * Math.min(finish - start, 40 * dayMs);
  const marked = product.data.product_marked;
  let at = lossAt + (2 + 10 * random()) * hourMs;
  const declare: Step = {
    at: new Date(at),
    kind: "change",
    async run({ call, cids }, ctx) {
      const contractId = cids.get(contract.number) ?? "";
      const [covered] = await sql<{ cpid: string }[]>`
        select cpid from contract_products where cid = ${contractId} and data ->> 'product_marked' = ${marked} limit 1`;
      const sent = {
        ...life.happened,
        questions: { ...life.happened.questions },
        userId: uid,
        contractId,
        contractProductId: covered?.cpid ?? "",
        claimAt: new Date(lossAt).toISOString(),
        insured: insuredOf(product.data.user_name),
        location: { address: `${1 + turn} rue des Remparts`, zipcode: "75010", city: "Paris", country: "FR" },
      };
      await call(ctx, { endpoint: createClaim, path: "/claims", body: sent, run: (then) => create(then, sent), subjectOf: ({ id }) => id });
    },
  };
  const following = life.stepsFor(product.value_excl).map((step): Step => {
    at += (3 + 40 * random()) * hourMs;
    if (step === pay) at = onBankDay(at);
    return {
      at: new Date(at),
      kind: "change",
      async run(_year, ctx) {
        const [claim] = await sql<{ id: string }[]>`
          select id from claims where world_id = ${ctx.world.id} and product ->> 'productMarked' = ${marked}`;
        if (claim === undefined) return;
        const isSecond = step === approve || step === pay;
        await step({ id: claim.id, partner: ctx, staff: people.handler(turn + (isSecond ? 1 : 0), ctx.now) });
      },
    };
  });
  return [declare, ...following].filter((step) => step.at < now);
}
