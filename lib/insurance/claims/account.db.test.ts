import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { cellOf } from "#lib/developer/exports/columns.ts";
import { exportsOfSupport } from "#lib/developer/exports/support-lists.ts";
import { read as readPortfolio } from "#lib/developer/portfolio/read.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { create } from "#lib/insurance/claims/create.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { readForDesk, readForPortal } from "#lib/insurance/claims/read.ts";
import { sampleClaimBody } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import { amend } from "#lib/insurance/contracts/change.ts";
import { read as readContract } from "#lib/insurance/contracts/read.ts";
import { handToBank, payAll } from "#lib/insurance/payments/hand-to-bank.ts";
import { listAllPayments, listPayments } from "#lib/insurance/payments/list.ts";
import { listRuns, writeRun } from "#lib/insurance/payments/runs.ts";
import { bike, makeContract, noon, openShop, readStory } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { read as readStatement } from "#lib/insurance/statements/read.ts";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";

// A database of its own, since payments are of all partners.
await useOwnDatabase();
Object.assign(env, { FOUR_EYES_ABOVE: 500_000, PAYER_NAME: "Covergate", PAYER_IBAN: "FR7630006000011234567890189" });

const inFrench: Reader = { language: "fr", timeZone: "Europe/Paris" };
const users = { ada: await makeUser("handler"), ben: await makeUser("handler"), sam: await makeUser("support") };
const as = (name: keyof typeof users, now: Date): OperatorContext => ({
  ...operatorContext(name, now),
  actor: { type: "staff", name, userId: users[name].id },
});

const start = noon("2027-01-05");
const lost = noon("2027-01-12");
const handled = noon("2027-01-20");
const complete = { stage: "waiting_for_tulip", status: "in_progress", documents: [], entries: [] } satisfies Partial<Claim>;

/** A shop with a bank account and a contract over a bike of 2,490 euros and one of 1,000. */
async function openInsured(type: "LMD" | "LCD" = "LMD", products = [bike({ value_excl: 2_490 }), bike({ value_excl: 1_000 })]) {
  const shop = await openShop();
  const cid = await makeContract(shop, type, start, type === "LCD" ? 1 : 3, { products });
  const [cpid = "", other = ""] = Object.keys((await readContract(shop.at(start), cid)).products);
  await sql`
    insert into payee_accounts (renter_uid, holder, iban, changed_by, changed_at)
    values (${shop.uid}, 'Vélos', 'DE89370400440532013000', ${users.sam.id}, ${start})`;
  const worldId = shop.at(start).world.id;
  const claim = (changes: Partial<Claim> = {}) =>
    insertSampleClaim(worldId, { uid: shop.uid, cid, cpid, claimAt: lost, ...complete, ...changes });
  return { shop, cid, cpid, other, claim };
}

async function read(id: string): Promise<Claim> {
  const claim = await findClaim({ id, world: "any" });
  if (claim === undefined) throw new Error(`${id} is gone`);
  return claim;
}
const act = (id: string, move: ClaimAction, name: "ada" | "ben" = "ada", now = handled) => takeAction(as(name, now), id, move);
const keyOf = (move: Promise<unknown>) =>
  move.then(
    () => null,
    (error: unknown) => (error instanceof UserError ? error.key : error),
  );
const approve = (id: string, amountCents: number, changes: { reason?: string } = {}) =>
  act(id, { move: "approveRefund", amountCents, ...changes });
const paymentsOf = ({ id, settlements }: Claim) =>
  settlements.filter(({ paymentState }) => paymentState === "approved").map((one) => ({ claimId: id, settlementId: one.id }));
const statement = async (shop: Shop, month: string, now: string) => (await readStatement(shop.at(noon(now)), month)).totals;

describe("a deduction of 45.50 from a refund of 245.50", () => {
  // rules/settlements.md#deduct-1, #deduct-2, #deduct-7
  test("is 200.00 on the desk, in the list, in the bank's file, on the wire and in the statement, and dates both", async () => {
    const { shop, claim } = await openInsured();
    const { id } = await claim();
    await approve(id, 24_550);
    await act(id, { move: "chargeClaim", amountCents: 4_550, reason: "Deductible" });
    expect((await readForDesk(as("ada", handled), id)).account).toMatchObject({
      toPayCents: 20_000,
      netCents: 20_000,
      openDeductionCents: 4_550,
    });
    const payments = paymentsOf(await read(id));
    const { rows } = await listPayments(as("ada", handled));
    expect(rows.find((row) => row.claimId === id)).toMatchObject({ amountCents: 20_000, withheldCents: 4_550, netCents: 20_000 });

    const { runId } = await handToBank(as("ada", handled), { payments, executeOn: "2027-01-22" });
    const file = (await writeRun(as("ada", handled), runId)).content;
    expect(file).toContain('<InstdAmt Ccy="EUR">200.00</InstdAmt>');
    expect(file).toContain("<CtrlSum>200.00</CtrlSum>");
    expect((await listRuns(as("ada", handled)))[0]).toMatchObject({ amountCents: 20_000 });
    const deductionId = (await read(id)).settlements.find(({ type }) => type === "charge")?.id ?? "";
    expect(await keyOf(act(id, { move: "cancelSettlement", settlementId: deductionId, reason: "-" }))).toBe("claimSettlementMoved");

    const early = await payAll(as("ada", noon("2027-01-21")), { payments });
    expect(early[0]?.refused?.key).toBe("claimNotExecutedYet");
    await payAll(as("ada", noon("2027-01-25")), { payments });
    const paidOn = "2027-01-21T23:00:00.000Z";
    expect(serializeClaim(await read(id))).toMatchObject({
      status: "closed",
      settlements: [
        { type: "refund", amount: 245.5, paymentAt: paidOn, paymentState: "paid" },
        { type: "charge", amount: 45.5, paymentAt: paidOn, paymentState: null },
      ],
    });
    expect(await statement(shop, "2027-01", "2027-01-26")).toMatchObject({ claims_paid: 245.5, claims_charged: 45.5, claims_net: 200 });
  });

  // rules/settlements.md#deduct-7
  test("is 200.00 on the partner's page of the claim and in what was paid in twelve months, and in the file of payments", async () => {
    const { shop, claim } = await openInsured();
    const { id } = await claim();
    await approve(id, 24_550);
    await act(id, { move: "chargeClaim", amountCents: 4_550, reason: "Deductible" });
    const partner = shop.at(handled);
    expect((await readForPortal(partner, id)).account).toMatchObject({ toPayCents: 20_000, paidCents: 0 });
    const exported = (await listAllPayments()).find((row) => row.claimId === id);
    const cells = exportsOfSupport.payments.columns.map((column) => [column.path, cellOf(column, exported ?? {}, inFrench)]);
    expect(Object.fromEntries(cells)).toMatchObject({ amountCents: 200, withheldCents: 45.5, netCents: 200 });
    await payAll(as("ada", handled), { payments: paymentsOf(await read(id)) });
    expect((await readForPortal(partner, id)).account).toMatchObject({ toPayCents: 0, paidCents: 20_000 });
    expect((await readPortfolio(shop.at(noon("2027-01-26")))).types).toMatchObject([{ paidCents: 20_000 }]);
  });

  // rules/settlements.md#deduct-5
  test("is withheld from the next attempt when the transfer comes back", async () => {
    const { shop, claim } = await openInsured();
    const { id } = await claim();
    await approve(id, 24_550);
    await act(id, { move: "chargeClaim", amountCents: 4_550, reason: "Deductible" });
    await payAll(as("ada", handled), { payments: paymentsOf(await read(id)) });
    const paid = (await read(id)).settlements.find(({ type }) => type === "refund")?.id ?? "";
    await act(id, { move: "returnPayment", settlementId: paid, reason: "Account closed" }, "ada", noon("2027-02-10"));
    const again = await read(id);
    expect(serializeClaim(again).settlements.find(({ type }) => type === "charge")).toMatchObject({ paymentAt: null });
    expect((await readForDesk(as("ada", handled), id)).account).toMatchObject({ toPayCents: 20_000, paidCents: 0 });
    await payAll(as("ada", noon("2027-02-11")), { payments: paymentsOf(again) });
    expect(await statement(shop, "2027-01", "2027-02-12")).toMatchObject({ claims_net: 200 });
    expect(await statement(shop, "2027-02", "2027-02-12")).toMatchObject({ claims_paid: 0, claims_charged: 0, claims_net: 0 });
  });

  // rules/settlements.md#deduct-4
  test("that takes up the whole refund is settled without an order to the bank", async () => {
    const { claim, shop } = await openInsured();
    const { id } = await claim();
    await approve(id, 24_550);
    await act(id, { move: "chargeClaim", amountCents: 24_550, reason: "Deductible" });
    const payments = paymentsOf(await read(id));
    const other = await claim();
    await approve(other.id, 100);
    const withOther = [...payments, ...paymentsOf(await read(other.id))];
    const { results, runId } = await handToBank(as("ada", handled), { payments: withOther, executeOn: "2027-01-22" });
    expect(results.find(({ settlementId }) => settlementId === payments[0]?.settlementId)?.refused?.key).toBe("claimNothingToTransfer");
    expect((await writeRun(as("ada", handled), runId)).content).toContain("<NbOfTxs>1</NbOfTxs><CtrlSum>1.00</CtrlSum>");
    await payAll(as("ada", handled), { payments });
    expect(serializeClaim(await read(id))).toMatchObject({ status: "closed", settlements: [{ paymentState: "paid" }, { type: "charge" }] });
    expect(await statement(shop, "2027-01", "2027-01-26")).toMatchObject({ claims_paid: 245.5, claims_charged: 245.5, claims_net: 0 });
    const settled = (await read(id)).settlements[0]?.id ?? "";
    expect(await keyOf(act(id, { move: "returnPayment", settlementId: settled, reason: "-" }))).toBe("claimNothingToTransfer");
  });
});

describe("a deduction of 45.50 that a release before made in January", () => {
  const openOld = async () => {
    const { shop, claim } = await openInsured();
    const { id } = await claim();
    await approve(id, 24_550);
    await act(id, { move: "chargeClaim", amountCents: 4_550, reason: "Deductible" });
    await sql`update settlements set withheld_cents = null, payment_at = created_at where claim_id = ${id} and type = 'charge'`;
    const months = () => Promise.all(["2027-01", "2027-02", "2027-03"].map((month) => statement(shop, month, "2027-03-20")));
    const charged = async () => (await months()).map(({ claims_charged: cents }) => cents);
    return { shop, id, charged, net: async () => (await months()).reduce((sum, { claims_net: cents }) => sum + cents, 0) };
  };

  test("and that is withheld in January counts there", async () => {
    const { id, charged, net } = await openOld();
    await payAll(as("ada", noon("2027-01-25")), { payments: paymentsOf(await read(id)) });
    expect([await charged(), await net()]).toEqual([[45.5, 0, 0], 200]);
  });

  test.each([false, true])("counts once where it is withheld after January closed; the payment came back: %s", async (isReturned) => {
    const { shop, id, charged, net } = await openOld();
    expect(await statement(shop, "2027-01", "2027-02-05")).toMatchObject({ claims_charged: 45.5 });
    const payments = paymentsOf(await read(id));
    await handToBank(as("ada", noon("2027-02-08")), { payments, executeOn: "2027-02-09" });
    await payAll(as("ada", noon("2027-02-10")), { payments });
    if (isReturned) {
      await act(id, { move: "returnPayment", settlementId: payments[0]?.settlementId ?? "", reason: "-" }, "ada", noon("2027-02-12"));
      await payAll(as("ada", noon("2027-03-10")), { payments: paymentsOf(await read(id)) });
    }
    expect([await charged(), await net()]).toEqual([isReturned ? [45.5, -45.5, 45.5] : [45.5, 0, 0], 200]);
  });

  test("gives nothing once it is cancelled, also after a transfer that failed before it was made", async () => {
    for (const isHanded of [false, true]) {
      const { shop, id, charged, net } = await openOld();
      await statement(shop, "2027-01", "2027-02-05");
      const [refund] = paymentsOf(await read(id));
      if (refund === undefined) throw new Error("there is no refund");
      if (isHanded) {
        await handToBank(as("ada", noon("2027-02-08")), { payments: [refund], executeOn: "2027-02-09" });
        await act(id, { move: "returnPayment", settlementId: refund.settlementId, reason: "-" }, "ada", noon("2027-02-10"));
      }
      const deductionId = (await read(id)).settlements.find(({ type }) => type === "charge")?.id ?? "";
      await act(id, { move: "cancelSettlement", settlementId: deductionId, reason: "-" }, "ada", noon("2027-02-11"));
      await payAll(as("ada", noon("2027-02-12")), { payments: paymentsOf(await read(id)) });
      expect([await charged(), await net()]).toEqual([[45.5, -45.5, 0], 245.5]);
    }
  });
});

// rules/settlements.md#weigh-5, #deduct-8
test("a deduction above the refunds waits for a second handler, and is then shown with its reason and subtracted from later refunds", async () => {
  const { shop, claim } = await openInsured();
  const { id } = await claim();
  await approve(id, 30_000);
  await act(id, { move: "chargeClaim", amountCents: 50_000, reason: "Deductible" });
  const reasons = async () => Object.values((await readForPortal(shop.at(handled), id)).reasons);
  expect(await reasons()).toEqual([]);
  const proposal = (await read(id)).settlements.find(({ paymentState }) => paymentState === "pending_approval");
  expect(proposal).toMatchObject({ type: "charge", proposedBy: users.ada.id });
  expect(serializeClaim(await read(id)).settlements).toHaveLength(1);
  expect((await readForDesk(as("ada", handled), id)).account).toMatchObject({ toPayCents: 30_000 });
  const decide: ClaimAction = { move: "approveProposal", settlementId: proposal?.id ?? "" };
  expect(await keyOf(act(id, decide))).toBe("claimNeedsSecondHandler");
  await act(id, decide, "ben");
  expect(await reasons()).toEqual(["Deductible"]);
  expect((await readForDesk(as("ada", handled), id)).account).toMatchObject({ toPayCents: 0, openDeductionCents: 50_000 });
  await approve(id, 35_000);
  expect((await readForDesk(as("ada", handled), id)).account).toMatchObject({ toPayCents: 15_000 });
});

describe("the insured object", () => {
  // rules/settlements.md#weigh-1, #weigh-3, #weigh-4
  test("of 2,490 that was paid in full by one claim gives nothing on another without a reason and a second handler", async () => {
    const { claim, cpid, cid, shop } = await openInsured();
    const first = await claim({ type: "break", subtype: "total_break" });
    await approve(first.id, 249_000);
    await payAll(as("ada", handled), { payments: paymentsOf(await read(first.id)) });
    // An amendment replaces the entry, which stays the same bike.
    const amended = await amend(shop.at(handled), cid, { products: { [cpid]: { internal_id: "fleet-1" } } }, { preview: false });
    const current = Object.entries(amended.products).find(([, one]) => one.data.internal_id === "fleet-1")?.[0] ?? "";
    const second = await claim({ cpid: current, type: "break", subtype: "partial_break" });
    expect(await readForDesk(as("ada", handled), second.id)).toMatchObject({
      restCents: 0,
      object: { others: { netCents: 249_000, committedCents: 249_000 } },
    });
    expect(await keyOf(approve(second.id, 99_900))).toBe("claimDoubtUnanswered");
    await approve(second.id, 99_900, { reason: "The court decided so" });
    const proposal = (await read(second.id)).settlements[0];
    expect(proposal).toMatchObject({ paymentState: "pending_approval", proposedBy: users.ada.id });
    const decide = { move: "approveProposal", settlementId: proposal?.id ?? "" } as const;
    expect(await keyOf(act(second.id, decide, "ben"))).toBe("claimDoubtUnanswered");
    await act(second.id, { ...decide, reason: "I read the judgement" }, "ben");
    expect((await read(second.id)).settlements).toMatchObject([{ paymentState: "approved", decidedBy: users.ben.id }]);
    expect((await readDeskHistory(as("ada", handled), second.id)).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(["The court decided so", "I read the judgement"]),
    );
  });

  test("is weighed once for two approvals on two claims at the same moment", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { claim } = await openInsured();
      const claims = await Promise.all([claim(), claim()]);
      await Promise.all(
        claims.map(({ id }, place) => act(id, { move: "approveRefund", amountCents: 200_000, reason: "-" }, place === 0 ? "ada" : "ben")),
      );
      const states = await Promise.all(claims.map(async ({ id }) => (await read(id)).settlements[0]?.paymentState));
      expect(new Set(states)).toEqual(new Set(["approved", "pending_approval"]));
    }
  });

  test("of another contract product counts for itself", async () => {
    const { claim, other } = await openInsured();
    await approve((await claim()).id, 249_000);
    const { id } = await claim({ cpid: other });
    await approve(id, 100_000);
    expect((await read(id)).settlements).toMatchObject([{ paymentState: "approved" }]);
  });
});

describe("a paid total theft", () => {
  const steal = async (insured: Awaited<ReturnType<typeof openInsured>>, now = handled) => {
    const { id } = await insured.claim();
    await approve(id, 100_000);
    await payAll(as("ada", now), { payments: paymentsOf(await read(id)) });
    return id;
  };
  const entriesOf = (cid: string) =>
    sql<{ kind: string; cents: number }[]>`
      select kind, amount_cents::float8 as cents from premium_entries where cid = ${cid} order by id`;

  // rules/settlements.md#theft-1
  test("ends the cover on the day of the loss, gives back the days after it, and tells the partner", async () => {
    const insured = await openInsured();
    const { shop, cid, cpid } = insured;
    const before = await readContract(shop.at(handled), cid);
    await steal(insured);
    const after = await readContract(shop.at(handled), cid);
    expect(after).toMatchObject({ status: "open", products: { [cpid]: { status: "terminated", end_date: lost.toISOString() } } });
    expect(after.price).toBeLessThan(before.price);
    const entries = await entriesOf(cid);
    expect(entries.at(-1)).toMatchObject({ kind: "removed" });
    expect(entries.reduce((sum, { cents }) => sum + cents, 0)).toBe(Math.round(after.price * 100));
    expect((await readStory(cid)).at(-1)).toBe("updated");
  });

  test("of the last product terminates the contract; an LCD gives nothing back", async () => {
    const insured = await openInsured("LCD", [bike({ value_excl: 2_490 })]);
    const { shop, cid } = insured;
    const { price } = await readContract(shop.at(handled), cid);
    await steal(insured);
    expect(await readContract(shop.at(handled), cid)).toMatchObject({ status: "terminated", end_date: lost.toISOString(), price });
    expect(await entriesOf(cid)).toHaveLength(1);
    expect((await readStory(cid)).at(-1)).toBe("terminated");
  });

  // rules/settlements.md#theft-2
  test("makes a claim for a later loss 2003, also of the entry that it was made on, and not one for an earlier loss", async () => {
    const insured = await openInsured();
    const { shop, cid, cpid } = insured;
    const amended = await amend(shop.at(start), cid, { products: { [cpid]: { internal_id: "fleet-1" } } }, { preview: false });
    const current = Object.entries(amended.products).find(([, one]) => one.data.internal_id === "fleet-1")?.[0] ?? "";
    await steal(insured);
    const bodyOf = (contractProductId: string, claimAt: Date) => ({
      ...sampleClaimBody,
      userId: shop.uid,
      contractId: cid,
      contractProductId,
      claimAt: claimAt.toISOString(),
    });
    for (const key of [cpid, current]) {
      await expect(create(shop.at(handled), bodyOf(key, noon("2027-01-13")))).rejects.toMatchObject({
        errorName: "CLAIM_PRODUCT_NOT_FOUND",
      });
      expect(await create(shop.at(handled), bodyOf(key, noon("2027-01-11")))).toMatchObject({ status: "draft" });
    }
  });
});

describe("a payment counts in the month of its execution", () => {
  const payIn = async (confirmedOn: string) => {
    const { shop, claim } = await openInsured();
    const { id } = await claim({ type: "break", subtype: "partial_break" });
    await approve(id, 10_000);
    const payments = paymentsOf(await read(id));
    await handToBank(as("ada", handled), { payments, executeOn: "2027-01-29" });
    await payAll(as("ada", new Date(confirmedOn)), { payments });
    const months = await Promise.all(["2027-01", "2027-02"].map((month) => statement(shop, month, "2027-02-20")));
    return { paymentAt: serializeClaim(await read(id)).settlements[0]?.paymentAt, months: months.map(({ claims_paid: paid }) => paid) };
  };

  // rules/settlements.md#bank-4
  test("when a handler confirms it before the month closes", async () => {
    expect(await payIn("2027-02-02T22:59:59.000Z")).toEqual({ paymentAt: "2027-01-28T23:00:00.000Z", months: [100, 0] });
  });

  // rules/statements.md#figures-5
  test("and in the month in which it is confirmed once that one is closed", async () => {
    expect(await payIn("2027-02-02T23:00:00.000Z")).toEqual({ paymentAt: "2027-01-28T23:00:00.000Z", months: [0, 100] });
  });

  // rules/settlements.md#bank-3
  test.each(["2027-01-23", "2027-01-24", "2027-03-26"])("which is not %s, on which banks transfer nothing", async (executeOn) => {
    await expect(handToBank(as("ada", handled), { payments: [{ claimId: "-", settlementId: "-" }], executeOn })).rejects.toMatchObject({
      key: "executionNotBankDay",
    });
  });
});

// rules/claims.md#read-4
test("a note on a rejected claim replaces neither the reason for the partner nor on the desk", async () => {
  const { claim } = await openInsured();
  const { id } = await claim();
  await act(id, { move: "noteClaim", note: "We are waiting for the expert." });
  await act(id, { move: "rejectClaim", reason: "Not covered" });
  await act(id, { move: "noteClaim", note: "The file goes to the archive." });
  const rejected = await read(id);
  expect(serializeClaim(rejected).note).toBe("Not covered");
  expect(await readForDesk(as("ada", handled), id)).toMatchObject({
    rejectionReason: "Not covered",
    note: "The file goes to the archive.",
  });
  await act(id, { move: "reopenClaim", reason: "New papers" });
  expect(serializeClaim(await read(id)).note).toBe("The file goes to the archive.");
});
