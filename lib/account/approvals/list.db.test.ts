import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { consoleContext } from "#lib/account/users/contexts.ts";
import { asHandler, asSupport } from "#lib/account/users/roles.ts";
import { freshSession, makeUser } from "#lib/account/users/users.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { declineAccount, proposeAccount } from "#lib/insurance/payments/accounts.ts";
import { readProposal } from "#lib/insurance/prices/overview.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { propose, refuse } from "#lib/insurance/prices/publish.ts";
import { makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";

// A database of its own, since the list is of the installation.
await useOwnDatabase();
const { countApprovals, listApprovals, listDeclined } = await import("#lib/account/approvals/list.ts");

const now = new Date("2027-01-06T10:00:00.000Z");
async function staff(role: "support" | "handler", name: string) {
  const user = { ...(await makeUser(role)), name, role, partner: null };
  await sql`update users set name = ${name} where id = ${user.id}`;
  return consoleContext({ user, session: freshSession(now) }, { now, address: "192.0.2.1" });
}

// rules/authority.md#second-1, #second-5
test("what waits is listed to who may decide on it and to who proposed it, and says where nobody else may", async () => {
  const [ines, marc] = [await staff("support", "Ines"), await staff("handler", "Marc")];
  const { worlds } = await makePartner();
  const uid = await registerRenter();
  const { id: claimId } = await insertSampleClaim(worlds.production.id, {
    status: "in_progress",
    stage: "waiting_for_tulip",
    documents: [],
  });
  const version = { name: "public", version: "2028", rates: publicTariff.rates, effectiveFrom: new Date("2028-01-01T00:00:00.000Z") };
  await takeAction(asHandler(marc), claimId, { move: "approveRefund", amountCents: 900_000, reason: "Its value is proved" });
  const { id: proposalId } = await propose(asSupport(ines), version, "Yearly revision");
  await proposeAccount(asSupport(ines), uid, { holder: "Vélos", iban: "DE89370400440532013000" });
  await proposeAccount(asSupport(ines), null, { holder: "Covergate", iban: "DE89370400440532013000" });

  const seenBy = async (ctx: typeof ines) =>
    (await listApprovals(ctx)).map(({ kind, subjectId, isOwn, hasApprover }) => [kind, subjectId, isOwn, hasApprover]);
  expect(await seenBy(marc)).toEqual([["refund", claimId, true, false]]);
  expect(await seenBy(ines)).toEqual(
    expect.arrayContaining([
      ["priceList", proposalId, true, false],
      ["payeeAccount", uid, true, false],
      ["payerAccount", "payer", true, false],
    ]),
  );
  const [paul, ada] = [await staff("support", "Paul"), await staff("handler", "Ada")];
  expect(await seenBy(ada)).toEqual([["refund", claimId, false, true]]);
  expect(await seenBy(paul)).toHaveLength(3);
  expect(await Promise.all([marc, ines, ada, paul].map(countApprovals))).toEqual([0, 0, 1, 3]);
  expect((await listApprovals(ada))[0]).toMatchObject({ amountCents: 900_000, proposedByName: "Marc" });
  await takeAction(asHandler(ada), claimId, {
    move: "approveProposal",
    settlementId: (await listApprovals(ada))[0]?.id ?? "",
    reason: "Its value is proved",
  });
  expect(await seenBy(ada)).toEqual([]);
});

// rules/authority.md#second-7
test("who made a proposal that was declined reads who declined it and why, and nobody else's", async () => {
  const [ines, paul] = [await staff("support", "Ines"), await staff("support", "Paul")];
  const [marc, ada] = [await staff("handler", "Marc"), await staff("handler", "Ada")];
  const { worlds } = await makePartner();
  const [uid, iban] = [await registerRenter(), "DE89370400440532013000"];
  const begun = { status: "in_progress" as const, stage: "waiting_for_tulip" as const, documents: [] };
  const { id: claimId } = await insertSampleClaim(worlds.production.id, begun);
  const version = { name: "own", version: "2028", rates: publicTariff.rates, effectiveFrom: new Date("2028-01-01T00:00:00.000Z") };
  const { id: proposalId } = await propose(asSupport(ines), version, "Yearly revision");
  await proposeAccount(asSupport(ines), uid, { holder: "Vélos", iban });
  const { settlements } = await takeAction(asHandler(marc), claimId, {
    move: "approveRefund",
    amountCents: 900_000,
    reason: "Its value is proved",
  });
  await refuse(asSupport(paul), proposalId, "Too dear for scooters");
  const account = (await listApprovals(paul)).find(({ subjectId }) => subjectId === uid);
  await declineAccount(asSupport(paul), account?.id ?? "", "Not the IBAN of its document");
  await takeAction(asHandler(ada), claimId, {
    move: "declineProposal",
    settlementId: settlements[0]?.id ?? "",
    reason: "Insured for less",
  });

  const readBy = async (ctx: typeof ines) =>
    (await listDeclined(ctx)).map(({ kind, subjectId, by, reason }) => [kind, subjectId, by, reason]);
  expect(await readBy(ines)).toEqual(
    expect.arrayContaining([
      ["priceList", proposalId, "Paul", "Too dear for scooters"],
      ["payeeAccount", uid, "Paul", "Not the IBAN of its document"],
    ]),
  );
  expect(await readBy(ines)).toHaveLength(2);
  expect(await readBy(marc)).toEqual([["refund", claimId, "Ada", "Insured for less"]]);
  for (const other of [paul, ada]) expect(await readBy(other)).toEqual([]);
  expect(await readProposal(asSupport(paul), proposalId)).toMatchObject({ decidedByName: "Paul", refusalReason: "Too dear for scooters" });
  expect(await listDeclined({ ...ines, now: new Date("2027-02-10T10:00:00.000Z") })).toEqual([]);
});
