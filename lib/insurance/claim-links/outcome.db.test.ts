import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { bikePhoto, firstPhoto, invoice, makeInsured, secondPhoto } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { openDoor } from "#e2e/documents/door.ts";
import { makeLink, openPage, sendFile } from "#e2e/documents/links.ts";
import type { OpenLink } from "#e2e/documents/links.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { cancel } from "#lib/insurance/claims/change.ts";
import { addNote } from "#lib/insurance/claims/desk/notes.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

let insured: Insured;
let door: Awaited<ReturnType<typeof openDoor>>;
beforeAll(async () => {
  [insured, door] = await Promise.all([makeInsured(), openDoor("192.0.2.21")]);
});
afterAll(() => door.close());

const act = (claim: string, action: ClaimAction) => takeAction(operatorContext("tests", currentTime()), claim, action);
const read = async ({ token }: OpenLink, language = "en") => (await openPage(door.url, token, `?lang=${language}`)).text;
const paymentOf = async (claim: string) => {
  const settlements = (await findClaim({ id: claim, world: "any" }))?.settlements ?? [];
  return settlements.findLast(({ type }) => type === "refund")?.id ?? "";
};

/** A link of a claim that a handler works on. */
async function makeSubmitted(): Promise<OpenLink> {
  const link = await makeLink(insured);
  for (const type of [bikePhoto, firstPhoto, secondPhoto]) await sendFile(door.url, link.token, type);
  await act(link.claim, { move: "takeOver" });
  return link;
}

// rules/claim-links.md#open-7
describe("the insured reads by the link", () => {
  test("that the claim was refused, why, and how to contest it; and nothing of the internal notes", async () => {
    const [link, handler] = await Promise.all([makeSubmitted(), makeUser("handler")]);
    await addNote(
      { ...operatorContext("tests", currentTime()), actor: { type: "staff", name: "Ada", userId: handler.id } },
      link.claim,
      "Suspicious.",
    );
    await act(link.claim, { move: "rejectClaim", reason: "The lock was <open>." });
    expect(await read(link)).toMatch(/Your claim was refused[^]*The lock was &lt;open&gt;\.[^]*If you disagree/);
    expect(await read(link, "fr")).toMatch(/Votre demande a été refusée[^]*Si vous n’êtes pas d’accord/);
    expect(await read(link)).not.toContain("Suspicious");
    await act(link.claim, { move: "reopenClaim", reason: "New facts" });
    expect(await read(link)).not.toContain("The lock was");
  });

  test("that it was accepted, and once it is paid the amount of the transfer and its date", async () => {
    const link = await makeSubmitted();
    await act(link.claim, { move: "approveRefund", amountCents: 18_640, reason: "Seen." });
    const accepted = await read(link);
    expect(accepted).toContain("Your claim was accepted");
    expect(accepted).not.toContain("186.40");
    await act(link.claim, { move: "chargeClaim", amountCents: 1_000, reason: "Deductible" });
    // Banks work on one of the days since the approval.
    await sql`update settlements set created_at = created_at - interval '7 days' where claim_id = ${link.claim}`;
    await act(link.claim, { move: "executePayment", settlementId: await paymentOf(link.claim) });
    expect(await read(link)).toMatch(/Your claim is settled[^]*€176\.40 paid on \d+ \w+ 20\d\d/);
    expect(await read(link, "fr")).toMatch(/Votre sinistre est réglé[^]*176,40\s€ versés le/);
  });

  test("that it was cancelled", async () => {
    const link = await makeLink(insured);
    await cancel({ ...insured.ctx, realTime: currentTime() }, link.claim, { reason: "Found again." });
    const text = await read(link);
    expect(text).toContain("Your claim was cancelled");
    expect(text).not.toContain("Found again");
  });

  // rules/claim-links.md#open-6
  test("what the handler requests, as required with the reason, and why a document was refused", async () => {
    const link = await makeSubmitted();
    await act(link.claim, { move: "requestDocument", type: invoice, category: "optional", note: "With the stamp." });
    const requested = await read(link);
    expect(requested).toMatch(/Required[^]*With the stamp\./);
    expect(requested).not.toMatch(/If you have it|Optional/);
    await sendFile(door.url, link.token, invoice);
    const document = (await findClaim({ id: link.claim, world: "any" }))?.documents.find(({ type }) => type === invoice);
    await act(link.claim, { move: "refuseDocument", documentId: document?.id ?? "", reason: "It is blurred.", askAgain: true });
    expect(await read(link)).toMatch(/Required[^]*It is blurred\.[^]*Please send another one/);
  });
});

// rules/claim-links.md#open-5
test("a link of a claim that is over takes no document, and says how the claim stands", async () => {
  const link = await makeSubmitted();
  await act(link.claim, { move: "rejectClaim", reason: "Not covered." });
  const { next } = await sendFile(door.url, link.token, invoice);
  expect(next).toContain("error=meanwhile");
  const claim = await findClaim({ id: link.claim, world: "any" });
  expect(claim?.documents.map(({ type }) => type)).not.toContain(invoice);
});
