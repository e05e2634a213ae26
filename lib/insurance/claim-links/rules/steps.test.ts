import { describe, expect, test } from "vitest";
import { progressOf, stepAfter } from "#lib/insurance/claim-links/rules/outcome.ts";
import { sampleClaim, sampleDocument } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";

const police = { type: "Dépôt de plainte", category: "mandatory", requested: false } as const;
const keys = { type: "Photo des clés", category: "mandatory", requested: false } as const;
const contract = { type: "Contrat de location", category: "expected", requested: false } as const;
const entries = [police, keys, contract];
const there = ({ type }: { type: string }, changes = {}) => sampleDocument(type, "image/jpeg", changes);
const refused = { status: "rejected", refusalReason: "Too dark." } as const;
const draft = (changes: Partial<Claim> = {}) => sampleClaim({ status: "draft", entries, documents: [], ...changes });

describe("progressOf", () => {
  // rules/claims.md#upload-11
  test("names the other document that is the same file", () => {
    const documents = [there(police, { sha256: "a" }), there(keys, { sha256: "a" }), there(contract, { sha256: "b" })];
    const same = progressOf(draft({ documents }), undefined).steps.map(({ type, sameAs }) => [type, sameAs]);
    expect(same).toEqual([
      [police.type, keys.type],
      [contract.type, null],
      [keys.type, police.type],
    ]);
    expect(progressOf(draft({ documents: [there(police), there(keys)] }), undefined).steps.map(({ sameAs }) => sameAs)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("asks for expected documents before the last mandatory document, which submits the claim", () => {
    expect(progressOf(draft(), undefined).steps.map(({ type }) => type)).toEqual([police.type, contract.type, keys.type]);
  });

  test.each<[string, Claim, number | undefined, { stage: string; current: number | undefined; completes: boolean }]>([
    ["an empty draft begins with the first", draft(), undefined, { stage: "documents", current: 0, completes: false }],
    [
      "the next one waits after the first",
      draft({ documents: [there(police)] }),
      undefined,
      { stage: "documents", current: 1, completes: false },
    ],
    ["a step can be skipped", draft({ documents: [there(police)] }), 2, { stage: "documents", current: 2, completes: true }],
    ["what was sent can be sent again", draft({ documents: [there(police)] }), 0, { stage: "documents", current: 0, completes: false }],
    ["a step that does not exist is the first that waits", draft(), 9, { stage: "documents", current: 0, completes: false }],
    ["a step of no whole number is the first that waits", draft(), 0.5, { stage: "documents", current: 0, completes: false }],
    [
      "a refused one waits again",
      draft({ documents: [there(police, refused), there(keys)] }),
      undefined,
      { stage: "documents", current: 0, completes: true },
    ],
    [
      "a complete draft is ready, whatever else is expected",
      draft({ documents: [there(police), there(keys)] }),
      undefined,
      { stage: "ready", current: 1, completes: false },
    ],
    [
      "a submitted claim is received",
      sampleClaim({ status: "submitted", entries }),
      undefined,
      { stage: "received", current: undefined, completes: false },
    ],
    [
      "one in progress is received",
      sampleClaim({ status: "in_progress", entries }),
      1,
      { stage: "received", current: undefined, completes: false },
    ],
    [
      "one that waits for information asks for what was requested alone",
      sampleClaim({ status: "pending_info", entries: [police, { ...contract, requested: true }], documents: [] }),
      undefined,
      { stage: "documents", current: 0, completes: true },
    ],
    [
      "two requests are both needed",
      sampleClaim({
        status: "pending_info",
        entries: [
          { ...police, requested: true },
          { ...contract, requested: true },
        ],
        documents: [there(police, refused)],
      }),
      1,
      { stage: "documents", current: 1, completes: false },
    ],
  ])("%s", (_name, claim, asked, { stage, current, completes }) => {
    expect(progressOf(claim, asked)).toMatchObject({ stage, completes });
    expect(progressOf(claim, asked).current).toBe(current);
  });

  // rules/claim-links.md#open-6
  test("what a claim handler requests is required", () => {
    const claim = sampleClaim({ status: "pending_info", entries: [{ ...contract, requested: true }], documents: [] });
    expect(progressOf(claim, undefined).steps).toMatchObject([{ type: contract.type, category: "mandatory" }]);
  });

  test("an accepted document cannot be sent again", () => {
    const claim = draft({ documents: [there(police, { status: "accepted" })] });
    expect(progressOf(claim, 0).current).toBe(1);
  });

  test("a refused document has its reason, a requested one its note", () => {
    const claim = sampleClaim({
      status: "pending_info",
      entries: [{ ...police, requested: true, note: "With the stamp." }],
      documents: [there(police, refused)],
    });
    expect(progressOf(claim, undefined).steps).toEqual([
      { type: police.type, category: "mandatory", state: "refused", reason: "Too dark.", note: "With the stamp.", sameAs: null },
    ]);
  });
});

test("stepAfter returns the next waiting document, and nothing after the last", () => {
  const progress = progressOf(draft({ documents: [there(contract)] }), undefined);
  expect(stepAfter(progress, 0)).toBe(2);
  expect(stepAfter(progress, 2)).toBeUndefined();
});
