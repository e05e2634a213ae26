import { describe, expect, test } from "vitest";
import { addMandatoryDocuments, eventsOf, makeClaim, actOnClaim } from "#e2e/api/claims.fixture.ts";
import { call, succeed } from "#e2e/api/client.ts";
import { makeShop } from "#e2e/api/world.ts";
import { cancelClaim, getClaim, submitClaim, updateClaim } from "#lib/insurance/claims/endpoints.ts";
import { takeOver } from "#lib/insurance/claims/rules/actions-handling.ts";
import { approveRefund } from "#lib/insurance/claims/rules/actions-payments.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";

/** Each race is run so often: the order in which requests at once are served is not ours to choose. */
const rounds = Array.from({ length: 6 }, (_, index) => index + 1);

const at = (id: string) => ({ params: { id } });
const created = "v2.claim.draft.created";
const moved = "v2.claim.status.updated";

/** A draft that can be submitted. */
async function makeReady() {
  const shop = await makeShop();
  const draft = await makeClaim(shop);
  await addMandatoryDocuments(draft);
  return { key: shop.key, draft, of: at(draft.id) };
}

const codesOf = (answers: readonly { error?: { code: number } }[]) => answers.map(({ error }) => error?.code);

describe("concurrent requests on one claim", () => {
  // rules/claims.md#submit-3
  test.each(rounds)("one of several submissions wins, and the others are refused because it is no draft (%i)", async () => {
    const { key, draft, of } = await makeReady();
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(key, submitClaim, of)));
    const winners = answers.filter(({ error }) => error === undefined);
    expect(winners).toHaveLength(1);
    expect(codesOf(answers).filter((code) => code !== undefined)).toEqual([3002, 3002, 3002]);
    expect(await succeed(key, getClaim, of)).toMatchObject({ claimId: winners[0]?.data?.claimId, status: "submitted" });
    expect(await eventsOf(draft.id)).toEqual([created, "v2.claim.created", moved]);
  });

  test.each(rounds)("one of several cancellations wins, and the others are refused because it is locked (%i)", async () => {
    const { key, draft, of } = await makeReady();
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(key, cancelClaim, of)));
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(codesOf(answers).filter((code) => code !== undefined)).toEqual([3003, 3003, 3003]);
    expect(await eventsOf(draft.id)).toEqual([created, "v2.claim.draft.archived", moved]);
  });

  // rules/claims.md#states-6
  test.each(rounds)("the second of a submission and a cancellation acts on the result of the first (%i)", async () => {
    const { key, draft, of } = await makeReady();
    const [submitted, cancelled] = await Promise.all([call(key, submitClaim, of), call(key, cancelClaim, of)]);
    expect(cancelled.error).toBeUndefined();
    const claim = await succeed(key, getClaim, of);
    if (submitted.error === undefined) {
      expect(claim).toMatchObject({ status: "abandoned", claimId: submitted.data?.claimId });
      expect(await eventsOf(draft.id)).toEqual([created, "v2.claim.created", moved, "v2.claim.abandoned", moved]);
    } else {
      expect(submitted.error.code).toBe(3002);
      expect(claim).toMatchObject({ status: "archived", claimId: null });
      expect(await eventsOf(draft.id)).toEqual([created, "v2.claim.draft.archived", moved]);
    }
  });

  test.each(rounds)("an update is part of the submitted claim or is refused, and never lost (%i)", async () => {
    const { key, draft, of } = await makeReady();
    const [submitted, updated] = await Promise.all([
      call(key, submitClaim, of),
      call(key, updateClaim, { ...of, body: { location: { city: "Nice" } } }),
    ]);
    expect(submitted.error).toBeUndefined();
    expect([undefined, 3001]).toContain(updated.error?.code);
    const claim = await succeed(key, getClaim, of);
    expect(claim.status).toBe("submitted");
    expect(claim.location.city).toBe(updated.error === undefined ? "Nice" : draft.location.city);
    expect(await eventsOf(draft.id)).toEqual([created, "v2.claim.created", moved]);
  });

  test.each(rounds)("updates of different fields are all made (%i)", async () => {
    const { key, of } = await makeReady();
    const bodies = [{ location: { city: "Nice" } }, { location: { zipcode: "06000" } }, { location: { address: "1 quai" } }];
    const answers = await Promise.all(bodies.map((body) => call(key, updateClaim, { ...of, body })));
    expect(codesOf(answers)).toEqual([undefined, undefined, undefined]);
    expect((await succeed(key, getClaim, of)).location).toEqual({ city: "Nice", zipcode: "06000", address: "1 quai", country: "FR" });
  });

  test.each(rounds)("either a cancellation or the approval of a payment is refused (%i)", async () => {
    const { key, draft, of } = await makeReady();
    await succeed(key, submitClaim, of);
    await actOnClaim(draft.id, (claim, now) => takeOver(claim, null, now));
    const approval = actOnClaim(draft.id, (claim, now) => approveRefund(claim, { id: newId("stl"), amountCents: 100 }, now)).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ApiError) return error.errorName;
        throw error;
      },
    );
    const [approved, cancelled] = await Promise.all([approval, call(key, cancelClaim, of)]);
    const claim = await succeed(key, getClaim, of);
    if (cancelled.error === undefined) {
      expect(approved).toBe("CLAIM_STATUS_LOCKED");
      expect(claim).toMatchObject({ status: "abandoned", settlements: [] });
    } else {
      expect(cancelled.error.code).toBe(3007);
      expect(approved).toBeUndefined();
      expect(claim).toMatchObject({ status: "in_progress", settlements: [{ type: "refund", paymentAt: null }] });
    }
  });
});

test("concurrent submissions get distinct claim numbers", async () => {
  const shop = await makeShop();
  const drafts = await Promise.all(Array.from({ length: 8 }, () => makeClaim(shop)));
  await Promise.all(drafts.map((draft) => addMandatoryDocuments(draft)));
  const submitted = await Promise.all(drafts.map(({ id }) => succeed(shop.key, submitClaim, at(id))));
  expect(new Set(submitted.map(({ claimId }) => claimId)).size).toBe(drafts.length);
});
