import { afterEach, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { bikePhoto, firstPhoto, invoice, makeInsured, secondPhoto } from "#e2e/documents/claims.ts";
import { useMailServerBehindProxy } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeInsuredSettings, readInsuredSettings } from "#lib/account/partners/insured-settings.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { noContact } from "#lib/account/worlds/insured-contact.ts";
import { eraseClaim } from "#lib/developer/erasure/erase-claim.ts";
import { createForClaim } from "#lib/insurance/claim-links/create.ts";
import { claimLinkBody } from "#lib/insurance/claim-links/schema.ts";
import { submit } from "#lib/insurance/claims/change.ts";
import { sampleDocument } from "#lib/insurance/claims/claim.fixture.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import { openBody } from "#lib/platform/mail/mailbox.ts";
import { currentTime, realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();
await useMailServerBehindProxy();
const insured = await makeInsured();
const worldId = insured.ctx.world.id;
const email = "ada@people.example";
const person = { firstName: "Ada", lastName: "Martin", phoneNumber: "+33600000000" };

afterEach(async () => {
  await sql`delete from notices`;
});

const turn = (on: boolean, world = worldId) => sql`update worlds set notifies_insured = ${on} where id = ${world}`;
const act = (claim: string, action: ClaimAction) => takeAction(operatorContext("tests", currentTime()), claim, action);
async function readClaim(id: string) {
  const claim = await findClaim({ id, world: "any" });
  if (claim === undefined) throw new Error(`no claim ${id}`);
  return claim;
}
/** A claim with its documents, submitted and taken over. */
async function makeSubmitted(changes: Parameters<typeof insured.makeClaim>[0] = {}, language: "en" | "fr" = "en"): Promise<string> {
  const id = await insured.makeClaim({ insured: { ...person, email }, ...changes });
  await createForClaim({ ...insured.ctx, realTime: currentTime() }, id, claimLinkBody.parse({ language }));
  await addDocuments(id, [bikePhoto, firstPhoto, secondPhoto]);
  await submit({ ...insured.ctx, idempotency: undefined, realTime: currentTime() }, id);
  await act(id, { move: "takeOver" });
  return id;
}
async function addDocuments(id: string, types: readonly string[]): Promise<void> {
  const before = await readClaim(id);
  const documents = [...before.documents, ...types.map((type) => sampleDocument(type))];
  await db.transaction((tx) =>
    saveClaim(tx, before, { claim: { ...before, documents }, events: [] }, { executionId: null, ...realMoment(currentTime()) }),
  );
}
/** The messages that wait to be sent, the oldest first. */
async function readMessages() {
  const rows = await sql<{ id: string; to: string; body: string }[]>`select id, recipient as to, body from notices order by id`;
  return rows.map(({ id, to, body }) => ({ to, text: openBody(body, id) }));
}

// rules/notices.md#insured-1
test("the insured gets no message unless the partner has turned them on and the address is known", async () => {
  await turn(false);
  await makeSubmitted();
  await turn(true);
  await makeSubmitted({ insured: person });
  expect(await sql`select id from notices`).toEqual([]);
});

// rules/notices.md#insured-2, #insured-3
test("the insured is told of the receipt, a request, a refused document and a refusal, in the language of the link", async () => {
  await turn(true);
  const id = await makeSubmitted();
  await act(id, { move: "requestDocument", type: invoice, category: "optional", note: "With the stamp." });
  await addDocuments(id, [invoice]);
  await act(id, { move: "takeOver" });
  const document = (await readClaim(id)).documents.find(({ type }) => type === invoice);
  await act(id, { move: "refuseDocument", documentId: document?.id ?? "", reason: "It is blurred.", askAgain: false });
  await act(id, { move: "rejectClaim", reason: "The lock was open." });
  const kinds = await sql<{ kind: string }[]>`select kind from notices order by id`;
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(["claimDecided", "claimReceived", "documentRefused", "documentRequested"]);
  const messages = await readMessages();
  expect(messages.map(({ to }) => to)).toEqual([email, email, email, email]);
  const texts = messages.map(({ text }) => text).join("\n");
  for (const said of [
    "Hello Ada",
    "We have received",
    "Repair invoice: With the stamp.",
    "It is blurred.",
    "The lock was open.",
    "If you disagree",
  ]) {
    expect(texts).toContain(said);
  }
  expect(texts).not.toMatch(/\/claim\//);
});

test("the insured is told of the acceptance without an amount, and of the payment with the amount that was sent", async () => {
  await turn(true);
  const id = await makeSubmitted({}, "fr");
  await act(id, { move: "approveRefund", amountCents: 18_640, reason: "Seen." });
  await act(id, { move: "chargeClaim", amountCents: 1_000, reason: "Deductible" });
  const refund = (await readClaim(id)).settlements.find(({ type }) => type === "refund");
  // Banks work on one of the days since the approval.
  await sql`update settlements set created_at = created_at - interval '7 days' where claim_id = ${id}`;
  await act(id, { move: "executePayment", settlementId: refund?.id ?? "" });
  const texts = (await readMessages()).map(({ text }) => text);
  expect(texts.filter((text) => text.includes("Le paiement est en préparation"))).toHaveLength(1);
  expect(texts.filter((text) => /176,40\s€ vous ont été versés/.test(text))).toHaveLength(1);
  expect(texts.join("\n")).not.toMatch(/186,40|10,00/);
});

// rules/notices.md#insured-1
test("messages of Development go to the partner's owners, and never to the insured", async () => {
  const { partnerId } = insured.ctx.world;
  const owner = await makeUser({ role: "owner", partnerId });
  const [world] = await sql<{ id: number }[]>`
    select id from worlds where partner_id = ${partnerId} and environment = 'development'`;
  await turn(true, world?.id);
  const id = await insured.makeClaim({
    insured: { ...person, email },
    worldId: world?.id ?? 0,
    stage: "waiting_for_tulip",
    draftStatus: "matched",
    status: "in_progress",
    claimId: "CLM-1",
  });
  await act(id, { move: "rejectClaim", reason: "Not covered." });
  const messages = await readMessages();
  expect(messages.map(({ to }) => to)).toEqual([owner.email]);
  expect(messages[0]?.text).toContain(`serait envoyé à ${email}`);
});

test("an owner turns the messages on for one environment, and sets the contact for both; both are audited", async () => {
  const { ctx } = insured;
  const { partnerId } = ctx.world;
  const owner = { ...operatorContext("tests", currentTime()), world: ctx.world, realTime: currentTime() };
  const contact = { ...noContact, email: "aide@velos.example" };
  await changeInsuredSettings(owner, { notifiesInsured: true, contact });
  expect(await readInsuredSettings(owner)).toEqual({ notifiesInsured: true, contact });
  const [development] = await sql<{ id: number }[]>`select id from worlds where partner_id = ${partnerId} and environment = 'development'`;
  await turn(false, development?.id);
  const other = { ...owner, world: { id: development?.id ?? 0, environment: "development" as const } };
  expect(await readInsuredSettings(other)).toEqual({ notifiesInsured: false, contact });
  expect(
    await sql`select details ->> 'environment' as environment, details ->> 'notifiesInsured' as on from audit_entries
      where subject_id = ${partnerId} and action = 'partner.insuredSettingsChanged'`,
  ).toEqual([{ environment: "production", on: "true" }]);
  await changeInsuredSettings(owner, { notifiesInsured: true, contact: noContact });
});

// rules/notices.md#insured-4
test("a message names the contact and the privacy notice of the partner, and without them the company", async () => {
  await turn(true);
  const { partnerId } = insured.ctx.world;
  const first = await makeSubmitted();
  await act(first, { move: "rejectClaim", reason: "Not covered." });
  const contact = { name: "Service clients", email: "aide@velos.example", phone: "", privacyUrl: "https://velos.example/rgpd" };
  await sql`update partners set insured_contact = ${JSON.stringify(contact)}::text::jsonb where id = ${partnerId}`;
  const second = await makeSubmitted();
  await act(second, { move: "rejectClaim", reason: "Not covered." });
  const texts = (await readMessages()).map(({ text }) => text).filter((text) => text.includes("If you disagree"));
  expect(texts.filter((text) => text.includes("write to Service clients (aide@velos.example)"))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("https://velos.example/rgpd"))).toHaveLength(1);
  for (const text of texts) expect(text).not.toMatch(/\(\)|undefined|null/);
});

// rules/notices.md#insured-5
test("the erasure of a claim deletes its messages to the insured", async () => {
  await turn(true);
  const id = await makeSubmitted();
  await act(id, { move: "rejectClaim", reason: "Not covered." });
  expect(await sql`select id from notices where recipient = ${email}`).toHaveLength(2);
  await eraseClaim(operatorContext("tests", currentTime()), { id, worldId }, "Request 12");
  expect(await sql`select id from notices where recipient = ${email}`).toEqual([]);
});
