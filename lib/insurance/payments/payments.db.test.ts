import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { approveAccount, proposeAccount } from "#lib/insurance/payments/accounts.ts";
import { handToBank, payAll } from "#lib/insurance/payments/hand-to-bank.ts";
import { listAllPayments, listPayments } from "#lib/insurance/payments/list.ts";
import { listRuns, writeRun } from "#lib/insurance/payments/runs.ts";
import { maxPayments } from "#lib/insurance/payments/schema.ts";
import { makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";

// A database of its own, since the list is of all partners.
await useOwnDatabase();

const [account, otherAccount] = ["FR7630006000011234567890189", "DE89370400440532013000"];
const now = new Date("2027-01-06T10:00:00.000Z");
let [handler, support, colleague, ctx, clerk]: [{ id: string }, { id: string }, { id: string }, OperatorContext, OperatorContext] =
  [] as never;
let [uid, poor, worldId, devWorldId]: [string, string, number, number] = [] as never;

beforeAll(async () => {
  [handler, support, colleague] = [await makeUser("handler"), await makeUser("support"), await makeUser("support")];
  [ctx, clerk] = [as(handler), as(support)];
  const { worlds } = await makePartner();
  [worldId, devWorldId] = [worlds.production.id, worlds.development.id];
  [uid, poor] = [await registerRenter(), await registerRenter()];
  await setAccount(uid, { holder: "Vélos de l’Étoile", iban: "fr76 3000 6000 0112 3456 7890 189" });
  Object.assign(env, { PAYER_NAME: "Covergate Assurances", PAYER_IBAN: account });
});

function as({ id }: { id: string }): OperatorContext {
  return { ...operatorContext("Ada", now), actor: { type: "staff", name: "Ada", userId: id } };
}

async function setAccount(renterUid: string, values: { holder: string; iban: string }): Promise<void> {
  await proposeAccount(clerk, renterUid, values);
  const [proposal] = await sql<{ id: string }[]>`
    select id from payee_account_proposals where renter_uid = ${renterUid} and status = 'waiting'`;
  await approveAccount(as(colleague), proposal?.id ?? "");
}

async function insert(amounts: readonly number[], changes: object = {}) {
  const settlements = amounts.map((amountCents) => sampleRefund({ amountCents }));
  const waiting = { status: "in_progress", stage: "waiting_for_payment", uid, settlements } as const;
  const claim = await insertSampleClaim(worldId, { ...waiting, ...changes });
  return claim.settlements.map(({ id }) => ({ claimId: claim.id, settlementId: id }));
}
const stateOf = async ({ settlementId, claimId }: { settlementId: string; claimId: string }) => {
  const [row] = await sql`
    select s.payment_state as state, c.status from settlements s join claims c on c.id = s.claim_id where s.id = ${settlementId} and c.id = ${claimId}`;
  return row;
};
const listed = async () => (await listPayments(ctx)).rows.map(({ id }) => id);

describe("the list of payments", () => {
  test("has approved refunds of real claims with the claim's net, and no test's", async () => {
    const [first, second] = await insert([10_050, 2_001]);
    const [tests] = await insert([500], { test: true });
    const [ofSandbox] = await insertSampleClaim(devWorldId, {
      test: true,
      status: "in_progress",
      stage: "waiting_for_payment",
      settlements: [sampleRefund()],
    }).then(({ settlements }) => settlements);
    const { rows, hasPayer, isCut } = await listPayments(ctx);
    expect({ hasPayer, isCut }).toEqual({ hasPayer: true, isCut: false });
    expect(rows.find(({ id }) => id === first?.settlementId)).toMatchObject({
      amountCents: 10_050,
      netCents: 12_051,
      state: "approved",
      executeOn: null,
      holder: "Vélos de l’Étoile",
      iban: "FR76 •••• 0189",
    });
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain(second?.settlementId);
    for (const hidden of [tests?.settlementId, ofSandbox?.id]) expect(ids).not.toContain(hidden);
  });
});

describe("payments marked as paid at once", () => {
  test("are paid and close their claims, and one that was paid before is refused without holding up the others", async () => {
    const [[paidBefore], [first], [second]] = [await insert([700]), await insert([12_345]), await insert([1])];
    const payments = [paidBefore!, first!, second!];
    await takeAction(ctx, paidBefore!.claimId, { move: "executePayment", settlementId: paidBefore!.settlementId });
    const results = await payAll(ctx, { payments });
    expect(results.map(({ refused }) => refused?.key ?? null)).toEqual(["claimIsClosed", null, null]);
    for (const payment of payments) expect(await stateOf(payment)).toEqual({ state: "paid", status: "closed" });
    const events = await sql`
      select count(*)::int as count from events where event_type = 'v2.claim.settlement.paid' and subject_id = any(${payments.map(({ claimId }) => claimId)})`;
    expect(events).toEqual([{ count: 3 }]);
  });

  test("by two clicks at once are paid once each", async () => {
    const payments = (await Promise.all([insert([100, 200]), insert([300])])).flat();
    const [one, other] = await Promise.all([payAll(ctx, { payments }), payAll(ctx, { payments })]);
    for (const [place, payment] of payments.entries()) {
      expect([one?.[place]?.refused, other?.[place]?.refused].filter((refused) => refused === null)).toHaveLength(1);
      expect(await stateOf(payment)).toEqual({ state: "paid", status: "closed" });
      const paid = await sql`
        select from audit_entries where action = 'claim.paymentExecuted' and details ->> 'settlementId' = ${payment.settlementId}`;
      expect(paid).toHaveLength(1);
    }
    expect(await listed()).not.toContain(payments[0]?.settlementId);
  });
});

describe("payments handed to the bank", () => {
  // rules/settlements.md#bank-1
  test("are in a file that is valid by its schema, to the cent, and the same whenever it is made", async () => {
    const payments = (await Promise.all([insert([24_550]), insert([1_001, 99])])).flat();
    const { runId, results } = await handToBank(ctx, { payments, executeOn: "2027-01-07" });
    expect(results.every(({ refused }) => refused === null)).toBe(true);
    for (const payment of payments) expect(await stateOf(payment)).toEqual({ state: "executing", status: "in_progress" });
    const { content, name } = await writeRun(ctx, runId);
    expect(name).toBe(`${runId}.xml`);
    const schema = readFileSync(join(import.meta.dirname, "rules/pain.001.001.09.xsd"), "utf8");
    expect(await validateXML({ xml: { fileName: name, contents: content }, schema })).toMatchObject({ valid: true });
    expect(content).toContain("<NbOfTxs>3</NbOfTxs><CtrlSum>256.50</CtrlSum>");
    expect(content).toContain("<ReqdExctnDt><Dt>2027-01-07</Dt></ReqdExctnDt>");
    expect((await listRuns(ctx))[0]).toMatchObject({ id: runId, executeOn: "2027-01-07", count: 3, amountCents: 25_650, by: "Ada Martin" });
    await setAccount(uid, { holder: "Other", iban: otherAccount });
    expect((await writeRun(ctx, runId)).content).toBe(content);
    await setAccount(uid, { holder: "Vélos de l’Étoile", iban: account });
  });

  // rules/settlements.md#bank-2
  test("can no longer be cancelled, and are paid like others", async () => {
    const payments = await insert([800]);
    const [payment] = payments;
    await handToBank(ctx, { payments, executeOn: "2027-01-06" });
    const cancel = takeAction(ctx, payment!.claimId, { move: "cancelSettlement", settlementId: payment!.settlementId, reason: "x" });
    await expect(cancel).rejects.toMatchObject({ key: "claimSettlementMoved" });
    expect(await payAll(ctx, { payments })).toEqual([{ settlementId: payment?.settlementId, refused: null }]);
    expect(await stateOf(payment!)).toEqual({ state: "paid", status: "closed" });
  });

  // rules/settlements.md#bank-5
  test("are in one of two runs made at once", async () => {
    const payments = (await Promise.all([insert([100, 150]), insert([200]), insert([300])])).flat();
    const runs = await Promise.allSettled([1, 2].map(() => handToBank(ctx, { payments, executeOn: "2027-01-07" })));
    expect(runs.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { key: "nothingToPay" } }]);
    const rows = await sql`select from payments_of_runs where settlement_id = any(${payments.map(({ settlementId }) => settlementId)})`;
    expect(rows).toHaveLength(payments.length);
  });

  test("leave out a test's, and one whose company has no account", async () => {
    const [[real], [ofTest], [unpayable]] = [await insert([100]), await insert([100], { test: true }), await insert([100], { uid: poor })];
    const { results, runId } = await handToBank(ctx, { payments: [real!, ofTest!, unpayable!], executeOn: "2027-01-07" });
    expect(Object.fromEntries(results.map(({ settlementId, refused }) => [settlementId, refused?.key ?? null]))).toEqual({
      [real!.settlementId]: null,
      [ofTest!.settlementId]: "claimSettlementMoved",
      [unpayable!.settlementId]: "accountMissing",
    });
    expect((await writeRun(ctx, runId)).content).toContain("<NbOfTxs>1</NbOfTxs>");
  });

  test("need a date that is not past, and an account to pay from", async () => {
    const payments = await insert([100]);
    await expect(handToBank(ctx, { payments, executeOn: "2027-01-05" })).rejects.toMatchObject({ key: "executionPast" });
    Object.assign(env, { PAYER_IBAN: undefined });
    await expect(handToBank(ctx, { payments, executeOn: "2027-01-07" })).rejects.toMatchObject({ key: "payerMissing" });
    expect(await listPayments(ctx)).toMatchObject({ hasPayer: false });
    Object.assign(env, { PAYER_IBAN: account });
    expect(await stateOf(payments[0]!)).toEqual({ state: "approved", status: "in_progress" });
  });

  test.each([
    ["winter", "2027-01-05T23:30:00.000Z", "2027-01-05", "2027-01-06"],
    ["summer", "2027-07-05T22:30:00.000Z", "2027-07-05", "2027-07-06"],
  ])("are not executed on the day that is over in Paris, in %s", async (_season, moment, past, today) => {
    const payments = await insert([100]);
    const atNight = { ...ctx, now: new Date(moment) };
    await expect(handToBank(atNight, { payments, executeOn: past })).rejects.toMatchObject({ key: "executionPast" });
    expect((await handToBank(atNight, { payments, executeOn: today })).results).toMatchObject([{ refused: null }]);
  });
});

describe("a refund that is in no file", () => {
  const monday = new Date("2027-01-11T10:00:00.000Z");
  const paidAt = async ({ settlementId }: { settlementId: string }) => {
    const [row] = await sql<{ paymentAt: Date | null }[]>`select payment_at from settlements where id = ${settlementId}`;
    return row?.paymentAt?.toISOString() ?? null;
  };

  // rules/settlements.md#bank-10
  test("is paid on the bank day that the handler says, and on the last one otherwise", async () => {
    const [[said], [sunday], [tests]] = [await insert([100]), await insert([100]), await insert([100], { test: true })];
    const results = await payAll({ ...ctx, now: monday }, { payments: [said!], paidOn: "2027-01-07" });
    expect(results).toMatchObject([{ refused: null }]);
    expect(await paidAt(said!)).toBe("2027-01-06T23:00:00.000Z");
    const onSunday = { ...ctx, now: new Date("2027-01-10T10:00:00.000Z") };
    for (const { claimId, settlementId } of [sunday!, tests!]) {
      await takeAction(onSunday, claimId, { move: "executePayment", settlementId });
    }
    expect(await paidAt(sunday!)).toBe("2027-01-07T23:00:00.000Z");
    expect(await paidAt(tests!)).toBe(onSunday.now.toISOString());
  });

  test.each([
    ["a Sunday", "2027-01-10", "executionNotBankDay"],
    ["a day to come", "2027-01-12", "paidOnOutside"],
    ["a day long before the approval", "2025-01-07", "paidOnOutside"],
  ])("is not paid on %s", async (_name, paidOn, key) => {
    const payments = await insert([100]);
    expect(await payAll({ ...ctx, now: monday }, { payments, paidOn })).toMatchObject([{ refused: { key } }]);
    expect(await paidAt(payments[0]!)).toBeNull();
  });

  // rules/settlements.md#bank-10
  test("is never paid on a day before its approval, so that one approved on a Sunday waits for the next bank day", async () => {
    const sunday = new Date("2027-01-10T10:00:00.000Z");
    const settlements = [sampleRefund({ amountCents: 100, createdAt: sunday })];
    const payments = await insert([], { settlements });
    const refused = async (at: Date, day: object) => (await payAll({ ...ctx, now: at }, { payments, ...day }))[0]?.refused?.key;
    expect(await refused(sunday, {})).toBe("noBankDaySince");
    for (const at of [sunday, monday]) expect(await refused(at, { paidOn: "2027-01-08" })).toBe("paidOnOutside");
    expect(await paidAt(payments[0]!)).toBeNull();
    expect(await refused(monday, {})).toBeUndefined();
    expect(await paidAt(payments[0]!)).toBe("2027-01-10T23:00:00.000Z");
  });
});

// rules/settlements.md#bank-9
test("a run keeps the account that paid when it was made, and later runs have the one that was approved since", async () => {
  const before = await handToBank(ctx, { payments: await insert([700]), executeOn: "2027-01-07" });
  const { content } = await writeRun(ctx, before.runId);
  expect(content).toContain(account);
  await proposeAccount(clerk, null, { holder: "Covergate Europe", iban: "AT611904300234573201" });
  const [proposal] = await sql<{ id: string }[]>`select id from payee_account_proposals where renter_uid is null`;
  await approveAccount(as(colleague), proposal?.id ?? "");
  expect((await writeRun(ctx, before.runId)).content).toBe(content);
  const after = await handToBank(ctx, { payments: await insert([700]), executeOn: "2027-01-07" });
  expect((await writeRun(ctx, after.runId)).content).toContain("AT611904300234573201");
  Object.assign(env, { PAYER_IBAN: undefined });
  expect(await listPayments(ctx)).toMatchObject({ hasPayer: true });
});

test("a file for the bank needs a recent proof of identity, and the audit log says who had it", async () => {
  const { runId } = await handToBank(ctx, { payments: await insert([600]), executeOn: "2027-01-07" });
  const old = { ...ctx, user: handler, session: { authenticatedAt: new Date(now.getTime() - 11 * 60_000) } };
  await expect(writeRun(old, runId)).rejects.toMatchObject({ key: "authenticationStale" });
  await writeRun(ctx, runId);
  const noted = await sql`
    select details from audit_entries where action = 'list.exported' and details ->> 'runId' = ${runId}`;
  expect(noted).toEqual([{ details: { list: "payments", runId } }]);
});

test("the list as a file has every payment, also those that the page has no room for", async () => {
  const payments = await insert(Array.from({ length: maxPayments + 1 }, (_none, place) => place + 1));
  const { rows, isCut } = await listPayments(ctx);
  expect({ shown: rows.length, isCut }).toEqual({ shown: maxPayments, isCut: true });
  const exported = new Set((await listAllPayments()).map(({ id }) => id));
  expect(payments.filter(({ settlementId }) => !exported.has(settlementId))).toEqual([]);
});
