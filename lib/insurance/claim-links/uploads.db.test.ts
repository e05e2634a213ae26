import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { bikePhoto, firstPhoto, invoice, makeInsured, secondPhoto } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { openDoor } from "#e2e/documents/door.ts";
import { makeLink, openPage, sendFile } from "#e2e/documents/links.ts";
import { waitForLockWaits } from "#e2e/setup/lock-waits.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { revokeOfClaim } from "#lib/insurance/claim-links/list.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { lockClaim } from "#lib/insurance/claims/find.ts";
import { applyAction } from "#lib/insurance/claims/rules/actions.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import { readEvents } from "#lib/insurance/renewals/shop.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { currentTime, realMoment } from "#lib/platform/time/clock.ts";

let insured: Insured;
let door: Awaited<ReturnType<typeof openDoor>>;
beforeAll(async () => {
  [insured, door] = await Promise.all([makeInsured(), openDoor("192.0.2.7")]);
});
afterAll(() => door.close());

const send = (token: string, type: string, options?: Parameters<typeof sendFile>[3]) => sendFile(door.url, token, type, options);
const storyOf = async (claim: string) => (await readEvents(claim)).map(({ type }) => type.replace("v2.claim.", ""));
const readClaim = async (claim: string) => {
  const [row] = await sql<{ status: string; claimId: string | null; documents: string[] }[]>`
    select status, claim_id, (select coalesce(array_agg(type order by type), '{}') from claim_documents d where d.claim_id = c.id and replaced_at is null) as documents
    from claims c where id = ${claim}`;
  return row;
};
const readLink = async (id: string) => {
  const [row] = await sql<{ openedAt: string | null; lastSeenAt: string | null; completedAt: string | null; revokedAt: string | null }[]>`
    select opened_at, last_seen_at, completed_at, revoked_at from claim_links where id = ${id}`;
  return row;
};

/** A move of the insurer on a claim. */
async function move(claim: string, decided: ClaimAction): Promise<void> {
  const now = currentTime();
  await transact(async (tx) => {
    const before = await lockClaim(tx, { id: claim, world: "any" });
    const change = applyAction(before, decided, { now, handlerId: null, ids: { settlement: newId("stl"), refund: newId("stl") } });
    await saveClaim(tx, before, change, { executionId: null, ...realMoment(now) });
  });
}

describe("the documents of a draft", () => {
  // rules/claim-links.md#send-1
  test("sent one by one submit the claim with the last mandatory one, and the page shows its number", async () => {
    const { id, token, claim } = await makeLink(insured);
    for (const type of [bikePhoto, firstPhoto]) {
      expect(await send(token, type)).toMatchObject({ status: 200, next: expect.stringContaining(token) as string });
    }
    expect(await readLink(id)).toMatchObject({ completedAt: null });
    await send(token, secondPhoto);
    const { status, claimId } = (await readClaim(claim)) ?? {};
    expect(status).toBe("submitted");
    expect(await storyOf(claim)).toEqual(["document.uploaded", "document.uploaded", "document.uploaded", "created", "status.updated"]);
    expect((await openPage(door.url, token)).text).toContain(claimId);
    expect((await readLink(id))?.completedAt).not.toBeNull();
  });

  // rules/claim-links.md#send-2
  test("name the link in their events, and appear in no call log", async () => {
    const { id, token, claim } = await makeLink(insured);
    await send(token, bikePhoto);
    expect(await sql`select execution_id as by from events where subject_id = ${claim}`).toEqual([{ by: id }]);
    expect(await sql`select 1 from calls where subject_id = ${claim}`).toEqual([]);
  });

  test("of two types sent at once are both stored, and submit the claim once", async () => {
    const { token, claim } = await makeLink(insured);
    await send(token, bikePhoto);
    await Promise.all([send(token, firstPhoto), send(token, secondPhoto)]);
    expect(await readClaim(claim)).toMatchObject({ status: "submitted", documents: [firstPhoto, secondPhoto, bikePhoto] });
    expect((await storyOf(claim)).filter((type) => type === "created")).toHaveLength(1);
  });

  // rules/claim-links.md#send-4
  test("sent again under one idempotency key are one document and one event, even once the claim is submitted", async () => {
    const { token, claim } = await makeLink(insured);
    const key = crypto.randomUUID();
    await send(token, bikePhoto, { key });
    const before = await sql`select id from claim_documents where claim_id = ${claim}`;
    await Promise.all([send(token, bikePhoto, { key }), send(token, bikePhoto, { key })]);
    expect(await sql`select id from claim_documents where claim_id = ${claim}`).toEqual(before);
    await send(token, firstPhoto);
    const last = crypto.randomUUID();
    await send(token, secondPhoto, { key: last });
    expect(await send(token, secondPhoto, { key: last })).toMatchObject({ status: 200, next: expect.any(String) as string });
    expect((await storyOf(claim)).filter((type) => type === "document.uploaded")).toHaveLength(3);
  });

  test("sent again under another key replace the previous ones", async () => {
    const { token, claim } = await makeLink(insured);
    await send(token, bikePhoto);
    await send(token, bikePhoto);
    expect((await readClaim(claim))?.documents).toEqual([bikePhoto]);
    expect(await sql`select 1 from claim_documents where claim_id = ${claim}`).toHaveLength(2);
  });

  test("can also be sent by a plain form, which redirects to the next step", async () => {
    const { token, claim } = await makeLink(insured);
    const form = new FormData();
    for (const name of ["type", "title"]) form.set(name, bikePhoto);
    form.set("file", new Blob(["%PDF-1.4\n"]), "bike.pdf");
    const { status, headers } = await openPage(door.url, token, "/documents?step=0", { method: "POST", body: form });
    expect({ status, location: headers.get("location") }).toEqual({ status: 303, location: `/claim/${token}?step=1&lang=fr` });
    expect((await readClaim(claim))?.documents).toEqual([bikePhoto]);
  });

  test.each([
    ["of no type that is accepted", { content: Buffer.from("MZ") }, 400, /PDF/],
    ["larger than 20 MB", { content: Buffer.alloc(20_971_521, "%PDF-1.4\n") }, 400, /20 Mo/],
  ])("%s are refused with a sentence for the insured, and change nothing", async (_name, options, status, sentence) => {
    const { token, claim } = await makeLink(insured);
    expect(await send(token, bikePhoto, options)).toEqual({ status, error: expect.stringMatching(sentence) as string });
    expect(await readClaim(claim)).toMatchObject({ status: "draft", documents: [] });
  });

  test("are refused as a JSON list, so that the limit of files holds", async () => {
    const { token } = await makeLink(insured);
    const sent = await openPage(door.url, token, "/documents", {
      method: "POST",
      body: "[]",
      headers: { "content-type": "application/json", accept: "application/json" },
    });
    expect(sent.status).toBe(415);
  });

  test("that are already complete are submitted by a button", async () => {
    const { token, claim } = await makeLink(insured);
    await send(token, bikePhoto);
    await sql`
      insert into claim_documents select 'doc_' || md5(random()::text), claim_id, t, t, mime_type, size_bytes, md5(random()::text), status, null, null, created_at, updated_at
      from claim_documents, unnest(${[firstPhoto, secondPhoto]}::text[]) t where claim_id = ${claim}`;
    const { text } = await openPage(door.url, token);
    expect(text).toContain(`action="/claim/${token}/submission`);
    expect(text, "any other document submits them too").toContain("avec celui-ci, votre déclaration part chez l’assureur");
    expect((await openPage(door.url, token, "/submission", { method: "POST" })).status).toBe(303);
    expect(await readClaim(claim)).toMatchObject({ status: "submitted" });
  });
});

describe("a link that ends", () => {
  test.each([
    ["by a revocation", "revoked_at = now()"],
    ["by its expiry", "created_at = now() - interval '1 hour', expires_at = now()"],
  ])("%s while a file is under way takes no file, and leaves none", async (_name, change) => {
    const { token, claim } = await makeLink(insured);
    await openPage(door.url, token);
    const strayBefore = await sql`select storage_key from stray_files order by 1`;
    let uploading: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await tx`update claim_links set ${tx.unsafe(change)} where claim_id = ${claim}`;
      uploading = send(token, bikePhoto);
      await waitForLockWaits({ words: "for update of l" });
    });
    expect(await uploading).toEqual({ status: 200, next: `/claim/${token}?lang=fr` });
    expect(await readClaim(claim)).toMatchObject({ status: "draft", documents: [] });
    expect(await storyOf(claim)).toEqual([]);
    expect((await openPage(door.url, token)).status).toBe(404);
    expect(await sql`select storage_key from stray_files order by 1`).toEqual(strayBefore);
  });

  test("by its expiry accepts nothing from that second on", async () => {
    const { id, token, claim } = await makeLink(insured);
    await sql`update claim_links set created_at = now() - interval '1 hour', expires_at = now() where id = ${id}`;
    expect((await send(token, bikePhoto)).status).toBe(404);
    expect((await readClaim(claim))?.documents).toEqual([]);
  });

  test("by a revocation stays closed for good", async () => {
    const { id, token, claim } = await makeLink(insured);
    const ctx = { ...insured.ctx, realTime: currentTime() };
    const { revokedAt } = await revokeOfClaim(ctx, claim, id);
    expect(await revokeOfClaim({ ...ctx, realTime: new Date(ctx.realTime.getTime() + 5000) }, claim, id)).toMatchObject({ revokedAt });
    expect((await openPage(door.url, token)).status).toBe(404);
    expect((await send(token, bikePhoto)).status).toBe(404);
  });
});

describe("a handler's action", () => {
  // rules/claim-links.md#send-1
  test("that refuses a photo shows its reason, and the next photo returns the claim to the handler", async () => {
    const { token, claim, id } = await makeLink(insured);
    for (const type of [bikePhoto, firstPhoto, secondPhoto]) await send(token, type);
    await move(claim, { move: "takeOver" });
    const [document] = await sql<{ id: string }[]>`select id from claim_documents where claim_id = ${claim} and type = ${firstPhoto}`;
    await move(claim, { move: "refuseDocument", documentId: document?.id ?? "", reason: "The photo is blurred.", askAgain: true });
    const { text } = await openPage(door.url, token);
    expect(text).toContain("The photo is blurred.");
    expect(text).not.toContain(bikePhoto);
    const before = await readLink(id);
    await send(token, firstPhoto);
    expect(await readClaim(claim)).toMatchObject({ status: "in_progress" });
    expect((await readLink(id))?.completedAt).not.toBe(before?.completedAt);
  });

  test("that requests another document shows it with the note, and hides documents that were not requested", async () => {
    const claim = await insured.makeClaim({
      status: "pending_info",
      draftStatus: "matched",
      stage: "document_to_send",
      claimId: `CLM-${Math.trunc(Math.random() * 1e9)}`,
      entries: [
        { type: bikePhoto, category: "mandatory", requested: false },
        { type: invoice, category: "expected", requested: true, note: "With the name of the workshop." },
      ],
    });
    const { token } = await makeLink(insured, { language: "en" }, claim);
    const { text } = await openPage(door.url, token);
    expect(text).toContain("With the name of the workshop.");
    expect(text).toContain("Repair invoice");
    expect(text).not.toContain("Photo of the whole bike");
  });

  test("that comes before an upload makes the upload's page show the new state of the claim", async () => {
    const { token, claim } = await makeLink(insured);
    for (const type of [bikePhoto, firstPhoto, secondPhoto]) await send(token, type);
    expect(await send(token, bikePhoto)).toEqual({ status: 200, next: `/claim/${token}?error=meanwhile&lang=fr` });
    await move(claim, { move: "takeOver" });
    await move(claim, { move: "rejectClaim", reason: "Not covered." });
    expect((await openPage(door.url, token)).text).toContain("Not covered.");
  });
});

// rules/claim-links.md#send-3
test("a link takes 60 files an hour; a file beyond that is refused without being read", async () => {
  const { id, token, claim } = await makeLink(insured);
  await sql`insert into sign_in_attempts (key, points, expire) values (${`claim-link-files:${id}`}, 59, now() + interval '1 hour')`;
  expect((await send(token, bikePhoto)).status).toBe(200);
  expect(await send(token, firstPhoto)).toEqual({ status: 429, error: expect.stringContaining("une heure") as string });
  expect((await readClaim(claim))?.documents).toEqual([bikePhoto]);
});
