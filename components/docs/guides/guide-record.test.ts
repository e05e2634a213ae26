import { describe, expect, test } from "vitest";
import { nothingKept, recordStep } from "#components/docs/guides/guide-record.ts";
import { madeBy } from "#components/docs/guides/guide-step.ts";
import type { GuideStep } from "#components/docs/guides/guide-step.ts";
import { claimLinksSteps, firstClaimSteps, firstContractSteps } from "#components/docs/guides/steps.ts";
import answers from "#lib/api/openapi/answers.json" with { type: "json" };

const parts = [
  { step: "product", section: "product", title: "Add a product", gives: ["product"] },
  { step: "price", section: "price", title: "Get a price", gives: [] },
  { step: "create", section: "create", title: "Create the contract", gives: ["cid"] },
  { section: "outcome", title: "See what you made", gives: [] },
];
const made = { kind: null, executionId: "exec_1" };

test("a step that gives a new value makes the values and results of later steps outdated, and no others", () => {
  const first = recordStep(nothingKept, parts, { step: "product", values: { product: "prod_1" }, made });
  const priced = recordStep(first, parts, { step: "price", values: {}, made });
  const created = recordStep(priced, parts, { step: "create", values: { cid: "01JD" }, made });
  expect(created).toEqual({ values: { product: "prod_1", cid: "01JD" }, made: { product: made, price: made, create: made } });
  expect(recordStep(created, parts, { step: "price", values: {}, made })).toEqual(created);
  const anew = recordStep(created, parts, { step: "product", values: { product: "prod_2" }, made });
  expect(anew).toEqual({ values: { product: "prod_2" }, made: { product: made } });
});

const guides: Record<string, Record<string, GuideStep>> = { contract: firstContractSteps, claim: firstClaimSteps, links: claimLinksSteps };
const steps = Object.entries(guides).flatMap(([guide, named]) =>
  Object.entries(named).map(([name, step]) => [`${guide}: ${name}`, step] as const),
);

describe("a step tells what it made, from the API's own answer", () => {
  const values = { renter: "renter-1", claim: "claim_1", cid: "01JD" };

  test.each(steps)("%s", (_name, step) => {
    const { kind, ...places } = step.makes ?? { kind: null };
    const told = madeBy(step, answers[step.endpoint.id as keyof typeof answers], values, "exec_1");
    expect(told).toMatchObject({ kind, executionId: "exec_1" });
    expect(Object.keys(told).toSorted()).toEqual([...Object.keys(places), "executionId", "kind"].toSorted());
  });
});
