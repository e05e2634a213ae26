import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { addNote, listNotes } from "#lib/insurance/claims/desk/notes.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { requestDocuments } from "#lib/insurance/claims/request-documents.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const partner = await makePartner();
const handler = await makeUser("handler");
const at = (hour: number): OperatorContext => ({
  ...operatorContext("tests", new Date("2027-01-06T10:00:00.000Z")),
  now: new Date(Date.UTC(2027, 0, 6, hour)),
  actor: { type: "staff", name: "Ada Martin", userId: handler.id },
  address: "192.0.2.9",
});
const inProgress = { stage: "waiting_for_tulip", status: "in_progress" } as const;
const insert = (changes: Parameters<typeof insertSampleClaim>[1] = {}) =>
  insertSampleClaim(partner.worlds.production.id, { ...inProgress, ...changes });
const wireOf = async ({ id }: { id: string }) => {
  const claim = await findClaim({ id, world: "any" });
  if (claim === undefined) throw new Error(`${id} is gone`);
  return serializeClaim(claim);
};
const eventsOf = ({ id }: { id: string }) =>
  sql<{ eventType: string; payload: string }[]>`
    select event_type, payload from events where subject_id = ${id} order by id`;

describe("internal notes", () => {
  test("are kept one beside the other, with author and time, the newest first", async () => {
    const claim = await insert();
    await addNote(at(9), claim.id, "The shop says that the bike was sold.");
    await addNote(at(10), claim.id, " Called the insured. ");
    const written = { author: "Ada Martin" };
    expect(await listNotes(at(11), claim.claimId ?? "")).toMatchObject([
      { ...written, text: "Called the insured.", createdAt: at(10).now },
      { ...written, text: "The shop says that the bike was sold.", createdAt: at(9).now },
    ]);
  });

  // rules/claims.md#handle-7
  test("are in nothing that a partner gets", async () => {
    const claim = await insert();
    const before = await wireOf(claim);
    await addNote(at(9), claim.id, "Suspicious.");
    expect(await wireOf(claim)).toEqual(before);
    expect(await eventsOf(claim)).toEqual([]);
  });

  test("are written on claims that exist", async () => {
    const claim = await insert();
    await expect(addNote(at(9), "claim_none", "x")).rejects.toMatchObject({ key: "noClaim" });
    await expect(addNote(at(9), claim.id, "  ")).rejects.toThrow("Too small");
    expect(await listNotes(at(9), claim.id)).toEqual([]);
  });
});

describe("several documents asked for at once", () => {
  const documents = [
    { type: "Devis de réparation", category: "expected" },
    { type: "Facture d'achat", category: "mandatory" },
  ] as const;
  const ask = (claim: { id: string; updatedAt: Date }, changes: object = {}) =>
    requestDocuments(at(9), claim.id, {
      seen: claim.updatedAt.toISOString(),
      documents: [...documents],
      note: "Both with the stamp.",
      ...changes,
    });

  // rules/claims.md#handle-3
  test("carry one explanation, and one event each", async () => {
    const claim = await insert();
    await ask(claim);
    const wire = await wireOf(claim);
    expect(wire.status).toBe("pending_info");
    for (const { type, category } of documents) {
      expect(wire.documentEntries).toContainEqual({ type, category, status: "waiting_for", note: "Both with the stamp.", document: null });
    }
    const events = await eventsOf(claim);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      "v2.claim.document.requested",
      "v2.claim.document.requested",
      "v2.claim.status.updated",
    ]);
    for (const { payload } of events) expect(payload).toContain("Facture d'achat");
    expect(await sql`select action, reason from audit_entries where subject_id = ${claim.id}`).toEqual([
      { action: "claim.documentRequested", reason: "Both with the stamp." },
    ]);
  });

  test.each<[string, Parameters<typeof insert>[0], object, string]>([
    ["one of which is there", {}, { documents: [documents[0], { type: "Dépôt de plainte", category: "mandatory" }] }, "claimDocumentThere"],
    ["while a payment is under way", { stage: "waiting_for_payment", settlements: [sampleRefund()] }, {}, "claimPaymentUnderWay"],
    ["of a claim that is over", { status: "closed", stage: "closed_paid" }, {}, "claimChanged"],
    ["of a claim that changed since", {}, { seen: "2020-01-01T00:00:00.000Z" }, "claimChanged"],
  ])("%s are refused, all of them", async (_case, from, asked, key) => {
    const claim = await insert(from);
    const before = await wireOf(claim);
    await expect(ask(claim, asked)).rejects.toMatchObject({ key });
    expect(await wireOf(claim)).toEqual(before);
    expect(await eventsOf(claim)).toEqual([]);
  });
});
