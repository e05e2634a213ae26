import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import {
  addMandatoryDocuments,
  claimBody,
  eventsOf,
  makeClaim,
  makeInsured,
  makeSubmitted,
  actOnClaim,
  photo,
} from "#e2e/api/claims.fixture.ts";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import { makeRenter, makeShop } from "#e2e/api/world.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { createClaimLink, listClaimLinks, revokeClaimLink } from "#lib/insurance/claim-links/endpoints.ts";
import { getDocument, uploadDocuments } from "#lib/insurance/claims/endpoints-documents.ts";
import { cancelClaim, createClaim, getClaim, submitClaim, updateClaim } from "#lib/insurance/claims/endpoints.ts";
import { refuseDocument, requestDocument, takeOver } from "#lib/insurance/claims/rules/actions-handling.ts";

const at = (id: string) => ({ params: { id } });
const photos = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"];

describe("a new claim", () => {
  // rules/claims.md#matrix-7
  test("is a draft that lists the documents it waits for, and reads back the same", async () => {
    const shop = await makeShop();
    const { cid, cpid } = await makeInsured(shop);
    const body = claimBody(shop.uid, cid, cpid);
    const { status, data: claim } = await call(shop.key, createClaim, { body });
    expect(status).toBe(200);
    const { createdAt } = claim ?? { createdAt: "" };
    expect(claim).toEqual({
      id: expect.stringMatching(/^claim_/) as string,
      claimId: null,
      userId: shop.uid,
      status: "draft",
      canSubmit: false,
      type: "break",
      subtype: "partial_break",
      claimAt: body.claimAt,
      declarationAt: createdAt,
      closedAt: null,
      reopenedAt: null,
      abandonedAt: null,
      description: body.description,
      contractId: cid,
      contractProductId: cpid,
      product: {
        type: "bike",
        subtype: "electric",
        brand: "Moustache",
        model: "Lundi 27",
        productMarked: "BC-12345",
        internalId: null,
        custom: {},
      },
      location: body.location,
      insured: body.insured,
      questions: body.questions,
      documentEntries: [
        ...photos.map((type) => ({ type, category: "mandatory", status: "waiting_for", note: null, document: null })),
        ...["Contrat de location", "Facture de réparation"].map((type) => ({
          type,
          category: "expected",
          status: "waiting_for",
          note: null,
          document: null,
        })),
      ],
      note: null,
      settlements: [],
      createdAt,
      updatedAt: createdAt,
    });
    expect(await succeed(shop.key, getClaim, at(claim?.id ?? ""))).toEqual(claim);
  });

  test("emits an event with the whole claim, in the bytes of the answer", async () => {
    const shop = await makeShop();
    const claim = await makeClaim(shop);
    const events = await sql`select event_type as type, payload from events where subject_id = ${claim.id}`;
    expect(events.map(({ type, payload }) => [type, JSON.parse(String(payload)) as unknown])).toEqual([
      ["v2.claim.draft.created", { event_type: "v2.claim.draft.created", data: claim }],
    ]);
  });
});

describe("a refused creation", () => {
  test("answers 2002 for a contract of another renter of the same key", async () => {
    const shop = await makeShop();
    const { cid, cpid } = await makeInsured(shop);
    const other = await makeRenter(shop.key);
    expect(await refuse(shop.key, createClaim, { body: claimBody(other, cid, cpid) })).toMatchObject({ status: 404, code: 2002 });
  });
});

describe("reading a claim", () => {
  test("works by its id and by its claimId", async () => {
    const { shop, id, claimId } = await makeSubmitted();
    const claim = await succeed(shop.key, getClaim, at(id));
    expect(claim).toMatchObject({ id, claimId, status: "submitted" });
    expect(await succeed(shop.key, getClaim, at(claimId))).toEqual(claim);
  });

  test.each(["claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "CLM-1", "x", "%00"])("answers 2001 for the unknown identifier %s", async (id) => {
    const { key } = await makeShop();
    expect(await refuse(key, getClaim, at(id))).toMatchObject({ status: 404, code: 2001 });
  });
});

describe("an update", () => {
  test("changes the description and merges the location of a draft, and emits no event", async () => {
    const shop = await makeShop();
    const claim = await makeClaim(shop);
    const description = "À mon retour, la roue avant était voilée, la fourche tordue et le phare cassé.";
    const changed = await succeed(shop.key, updateClaim, {
      ...at(claim.id),
      body: { description, location: { city: "Nice", zipcode: "06000" } },
    });
    expect(changed).toEqual({
      ...claim,
      description,
      location: { ...claim.location, city: "Nice", zipcode: "06000" },
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt > claim.updatedAt).toBe(true);
    expect(await succeed(shop.key, getClaim, at(claim.id))).toEqual(changed);
    expect(await eventsOf(claim.id)).toEqual(["v2.claim.draft.created"]);
  });
});

describe("a submission", () => {
  // rules/claims.md#submit-2, #read-3
  test("gives the claim its claimId, and emits two events with the whole claim", async () => {
    const shop = await makeShop();
    const draft = await makeClaim(shop);
    await addMandatoryDocuments(draft);
    expect(await succeed(shop.key, getClaim, at(draft.id))).toMatchObject({ status: "draft", canSubmit: true, claimId: null });
    const submitted = await succeed(shop.key, submitClaim, at(draft.id));
    expect(submitted).toEqual({
      id: draft.id,
      claimId: expect.stringMatching(/^CLM-\d{6,}$/) as string,
      status: "submitted",
      canSubmit: false,
      autoSubmitted: false,
      submittedAt: submitted.submittedAt,
    });
    const claim = await succeed(shop.key, getClaim, at(draft.id));
    expect(claim).toMatchObject({ claimId: submitted.claimId, status: "submitted", declarationAt: submitted.submittedAt });
    expect(await eventsOf(draft.id)).toEqual(["v2.claim.draft.created", "v2.claim.created", "v2.claim.status.updated"]);
    const told = await sql`select payload from events where subject_id = ${draft.id} and event_type <> 'v2.claim.draft.created'`;
    for (const { payload } of told) expect((JSON.parse(String(payload)) as { data: unknown }).data).toEqual(claim);
  });
});

test("the note of a document is the handler's, and the comment is the uploader's", async () => {
  const shop = await makeShop();
  const draft = await makeClaim(shop);
  const entryOf = async () => {
    const { documentEntries } = await succeed(shop.key, getClaim, at(draft.id));
    return documentEntries.find(({ type }) => type === photo.type);
  };
  const documentOf = async () => {
    const documentId = (await entryOf())?.document?.id ?? "";
    return succeed(shop.key, getDocument, { params: { claimId: draft.id, documentId } });
  };
  const uploadWith = (comment: string) => succeed(shop.key, uploadDocuments, { ...at(draft.id), body: [{ ...photo, comment }] });
  await addMandatoryDocuments(draft, { except: [photo.type] });
  expect(await uploadWith("Page 2 is hard to read.")).toMatchObject({ data: [{ note: null }] });
  expect(await documentOf()).toMatchObject({ note: null, comment: "Page 2 is hard to read." });

  await succeed(shop.key, submitClaim, at(draft.id));
  const documentId = (await entryOf())?.document?.id ?? "";
  await actOnClaim(draft.id, (claim, now) => takeOver(claim, null, now));
  await actOnClaim(draft.id, (claim, now) => refuseDocument(claim, documentId, "blurred", now));
  const request = { type: photo.type, category: "mandatory", note: "In daylight, please." } as const;
  await actOnClaim(draft.id, (claim, now) => requestDocument(claim, request, now));
  expect(await entryOf()).toMatchObject({ note: request.note });
  expect(await uploadWith("By daylight now.")).toMatchObject({ data: [{ note: request.note }] });
  expect(await documentOf()).toMatchObject({ note: request.note, comment: "By daylight now." });
});

describe("a cancellation", () => {
  // rules/claims.md#cancel-1
  test("archives a draft", async () => {
    const shop = await makeShop();
    const { id } = await makeClaim(shop);
    const answer = await call(shop.key, cancelClaim, at(id));
    expect(JSON.parse(answer.text)).toEqual({ success: true, message: "The claim is archived.", data: { id, status: "archived" } });
    expect(await succeed(shop.key, getClaim, at(id))).toMatchObject({ status: "archived", claimId: null, abandonedAt: null });
    expect(await eventsOf(id)).toEqual(["v2.claim.draft.created", "v2.claim.draft.archived", "v2.claim.status.updated"]);
    expect(await reasonOf(id)).toBe("Demande d'abandon initiée par le client");
  });

  // rules/claims.md#cancel-2
  test("abandons a submitted claim, with the given reason", async () => {
    const { shop, id } = await makeSubmitted();
    const { message, data } = await succeed(shop.key, cancelClaim, { ...at(id), body: { reason: "Le vélo a été retrouvé." } });
    expect({ message, data }).toEqual({ message: "The claim is abandoned.", data: { id, status: "abandoned" } });
    expect(await succeed(shop.key, getClaim, at(id))).toMatchObject({ status: "abandoned", abandonedAt: expect.any(String) as string });
    expect((await eventsOf(id)).slice(-2)).toEqual(["v2.claim.abandoned", "v2.claim.status.updated"]);
    expect(await reasonOf(id)).toBe("Le vélo a été retrouvé.");
  });

  test.each([{ reason: 7 }, { reason: "x".repeat(501) }, []])("is refused with 1000 for the body %j", async (body) => {
    const shop = await makeShop();
    const { id } = await makeClaim(shop);
    expect(await refuse(shop.key, cancelClaim, { ...at(id), body })).toMatchObject({ status: 400, code: 1000 });
  });

  // rules/claims.md#cancel-4
  test.each([{}, { reason: null }, { reason: " " }])("without a reason gets the default one: %j", async (body) => {
    const shop = await makeShop();
    const { id } = await makeClaim(shop);
    await succeed(shop.key, cancelClaim, { ...at(id), body });
    expect(await reasonOf(id)).toBe("Demande d'abandon initiée par le client");
  });
});

// rules/claims.md#submit-4
test("a claimId works for reads only: writes by it answer 2001, as for an unknown claim", async () => {
  const shop = await makeShop();
  const draft = await makeClaim(shop);
  const { id } = draft;
  const { id: linkId } = await succeed(shop.key, createClaimLink, at(id));
  await addMandatoryDocuments(draft);
  const { claimId } = await succeed(shop.key, submitClaim, at(id));
  for (const error of [
    await refuse(shop.key, updateClaim, { ...at(claimId), body: { location: { city: "Nice" } } }),
    await refuse(shop.key, submitClaim, at(claimId)),
    await refuse(shop.key, cancelClaim, at(claimId)),
    await refuse(shop.key, uploadDocuments, { ...at(claimId), body: photo }),
    await refuse(shop.key, createClaimLink, at(claimId)),
    await refuse(shop.key, revokeClaimLink, { params: { id: claimId, linkId } }),
  ]) {
    expect(error).toMatchObject({ status: 404, code: 2001 });
  }
  expect(await succeed(shop.key, listClaimLinks, at(claimId))).toMatchObject([{ id: linkId, revokedAt: null }]);
  expect(await succeed(shop.key, getClaim, at(id))).toMatchObject({ status: "submitted" });
});

test("calls on a claim by its id or its claimId are recorded under its id", async () => {
  const { shop, id, claimId } = await makeSubmitted();
  const reads = [await call(shop.key, getClaim, at(claimId)), await call(shop.key, cancelClaim, at(id))];
  await waitFor(async () => {
    const rows = await sql<{ endpoint: string; executionId: string }[]>`
        select c.endpoint, c.execution_id from calls c
        where c.world_id = ${shop.world.id} and c.subject_id = ${id} order by c.execution_id`;
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(["createClaim", "submitClaim", "getClaim", "cancelClaim"]);
    expect(rows.slice(-2).map(({ executionId }) => executionId)).toEqual(reads.map(({ executionId }) => executionId));
  });
});

async function reasonOf(id: string): Promise<string | null> {
  const [row] = await sql<{ reason: string | null }[]>`select cancel_reason as reason from claims where id = ${id}`;
  return row?.reason ?? null;
}
