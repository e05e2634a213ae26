import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { asPerson, makeUser } from "#lib/account/users/users.fixture.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { actionOf, expectAccount, madeAlone, moneyActions, refunded, stepOf } from "#lib/insurance/claims/rules/account-lives.fixture.ts";
import type { Step } from "#lib/insurance/claims/rules/account-lives.fixture.ts";
import { amend } from "#lib/insurance/contracts/change.ts";
import { handToBank, payAll, sumOf } from "#lib/insurance/payments/hand-to-bank.ts";
import { writeRun } from "#lib/insurance/payments/runs.ts";
import { bike, makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import { closeMonths } from "#lib/insurance/statements/close.ts";
import { read as readStatement } from "#lib/insurance/statements/read.ts";
import { listRefunds } from "#lib/insurance/statements/refunds-of-month.ts";
import { closingOf, monthOf, monthsFrom, zone } from "#lib/insurance/statements/rules/months.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { bankDayFrom } from "#lib/platform/time/bank-days.ts";
import { dateOf, startOfDay } from "#lib/platform/time/calendar.ts";

// A database of its own, since payments are of all partners.
await useOwnDatabase();
const value = 1_000;
Object.assign(env, { FOUR_EYES_ABOVE: 150_000, PAYER_NAME: "Covergate", PAYER_IBAN: "FR7630006000011234567890189" });

const people = [await makeUser("handler"), await makeUser("handler")];
const start = noon("2027-01-05");
/** To grant is to approve a refund and deduct a quarter of it. */
const step = stepOf([...moneyActions, "grant", "grant", "grant", "grant", "bank", "pay", "return", "reopen", "amend", "claim"]);

/** A transfer of the bank, or its return, from its files and confirmations. */
interface Transfer {
  month: string;
  claimId: string;
  cents: number;
}

async function openLife() {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", start, 5, { products: [bike({ value_excl: value })] });
  const { world } = shop.at(start);
  await sql`
    insert into payee_accounts (renter_uid, holder, iban, changed_by, changed_at)
    values (${shop.uid}, 'Vélos', 'DE89370400440532013000', ${people[0]?.id ?? ""}, ${start})`;
  const claims: string[] = [];
  const transfers: Transfer[] = [];
  /** The payments in files: the amount in the file, and the day on which the bank executes it. */
  const orders = new Map<string, { cents: number; executeOn: string }>();
  /** The amount transferred for each refund. */
  const made = new Map<string, number>();
  /** Refunds above the insured value that one person made. */
  const alone: string[] = [];

  async function declare(): Promise<void> {
    const [entry] = await sql<[{ cpid: string }]>`select cpid from contract_products where cid = ${cid} and replaced_by is null`;
    const begun = { stage: "waiting_for_tulip", status: "in_progress", type: "break", subtype: "partial_break" } as const;
    const ofObject = { uid: shop.uid, cid, cpid: entry.cpid, claimAt: start };
    claims.push((await insertSampleClaim(world.id, { ...begun, ...ofObject, documents: [], entries: [] })).id);
  }

  async function act(one: Step, now: Date, as: OperatorContext): Promise<void> {
    if (one.action === "claim") return declare();
    if (one.action === "amend") {
      const [entry] = await sql<[{ cpid: string }]>`select cpid from contract_products where cid = ${cid} and replaced_by is null`;
      await amend(shop.at(now), cid, { products: { [entry.cpid]: { internal_id: now.toISOString() } } }, { preview: false });
      return;
    }
    if (one.action === "grant") {
      for (const action of ["approve", "deduct"]) await act({ ...one, action }, now, as);
      return;
    }
    const claim = await read(claims.at(-1 - one.claim) ?? "");
    const move = actionOf(claim, one);
    if (one.action === "bank" && "settlementId" in move) return order(claim.id, move.settlementId, now, as);
    if (move.move === "executePayment") return pay(claim.id, move.settlementId, now, as);
    await takeAction(as, claim.id, move);
    if (move.move !== "returnPayment") return;
    transfers.push({ month: monthOf(now), claimId: claim.id, cents: -(made.get(move.settlementId) ?? 0) });
  }

  async function order(claimId: string, settlementId: string, now: Date, as: OperatorContext): Promise<void> {
    const executeOn = bankDayFrom(dateOf(now, zone));
    const { runId } = await handToBank(as, { payments: [{ claimId, settlementId }], executeOn });
    const amount = /<InstdAmt Ccy="EUR">([\d.]+)</.exec((await writeRun(as, runId)).content)?.[1];
    orders.set(settlementId, { cents: Math.round(Number(amount) * 100), executeOn });
  }

  async function pay(claimId: string, settlementId: string, now: Date, as: OperatorContext): Promise<void> {
    const payments = [{ claimId, settlementId }];
    const asked = orders.get(settlementId);
    const cents = asked?.cents ?? (await sumOf(payments));
    const [result] = await payAll(as, { payments });
    if (result?.refused !== null) return;
    const executed = asked === undefined ? now : startOfDay(asked.executeOn, zone);
    transfers.push({ month: monthOf(now < closingOf(monthOf(executed)) ? executed : now), claimId, cents });
    made.set(settlementId, cents);
  }

  async function take(one: Step, now: Date): Promise<void> {
    const before = refunded(await Promise.all(claims.map(read)));
    try {
      const person = people[one.person];
      await act(one, now, { ...operatorContext("-", now), actor: { type: "staff", name: "-", userId: person?.id ?? "" } });
    } catch (error) {
      // A rule refused the step, which then changed nothing.
      if (!(error instanceof UserError || error instanceof ApiError)) throw error;
    }
    const after = await Promise.all(claims.map(read));
    if (refunded(after) > Math.max(before, value * 100)) alone.push(...after.flatMap((claim) => madeAlone(claim, now)));
    await closeMonths(world.id, now);
  }

  await declare();
  await declare();
  return { shop, claims, transfers, alone, take };
}

async function read(id: string): Promise<Claim> {
  const claim = await findClaim({ id, world: "any" });
  if (claim === undefined) throw new Error(`${id} is gone`);
  return claim;
}

const sum = (transfers: readonly Transfer[]) => transfers.reduce((cents, one) => cents + one.cents, 0);

test(
  "whatever people do over months, the bank transfers refunds less deductions, each month's statement says so, and nobody exceeds the value alone",
  { timeout: 240_000 },
  async () => {
    const met = { withheldCents: 0, returned: 0, decided: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
        const { shop, claims, transfers, alone, take } = await openLife();
        let now = start;
        for (const one of steps) {
          now = new Date(now.getTime() + one.hours * 3_600_000);
          await take(one, now);
        }
        for (const id of claims) {
          const { settlements } = await read(id);
          expectAccount(settlements, sum(transfers.filter(({ claimId }) => claimId === id)));
          met.withheldCents += settlements.reduce((cents, one) => cents + (one.type === "refund" ? (one.withheldCents ?? 0) : 0), 0);
          met.returned += settlements.filter(({ type }) => type === "returned").length;
          met.decided += settlements.filter(({ decidedBy }) => decidedBy !== null).length;
        }
        for (const month of monthsFrom(monthOf(start), monthOf(now))) {
          const { totals } = await readStatement(shop.at(now), month);
          const cents = sum(transfers.filter((one) => one.month === month));
          expect([month, Math.round(totals.claims_net * 100)]).toEqual([month, cents]);
          expect(Math.round((totals.claims_paid - totals.claims_charged) * 100)).toBe(cents);
          const { rows } = await listRefunds(asPerson(shop.at(now), "member"), { month, limit: 100 });
          const listed = [rows.reduce((all, row) => all + row.paidCents, 0), rows.reduce((all, row) => all + row.chargedCents, 0)];
          expect([month, ...listed]).toEqual([month, Math.round(totals.claims_paid * 100), Math.round(totals.claims_charged * 100)]);
        }
        expect(alone).toEqual([]);
      }),
      { numRuns: 12, seed: 20_270_105 },
    );
    expect(
      Object.values(met).every((count) => count > 0),
      JSON.stringify(met),
    ).toBe(true);
  },
);
