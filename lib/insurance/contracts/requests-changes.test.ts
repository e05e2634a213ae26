import { describe, expect, test } from "vitest";
import { addProductsBody, endContractBody, patchContractBody, removeProductsBody } from "#lib/insurance/contracts/requests-changes.ts";

describe("the published schema of a change", () => {
  test.each(Object.entries({ patchContractBody, endContractBody, removeProductsBody, addProductsBody }))(
    "of %s accepts its own examples and no unknown field",
    (_name, schema) => {
      const examples: unknown[] = Object.values(schema.meta()?.examples ?? {});
      expect(examples).not.toHaveLength(0);
      for (const example of examples) {
        expect(schema.safeParse(example).error).toBeUndefined();
        expect(schema.safeParse({ ...Object(example), end_dat: "2027-01-01T00:00:00Z" }).success).toBe(false);
      }
    },
  );

  test("refuses a blank reason or marking, as the rules do", () => {
    expect(removeProductsBody.safeParse({ reason: " ", products: ["cpid_1"] }).success).toBe(false);
    expect(patchContractBody.safeParse({ products: { cpid_1: { product_marked: " " } } }).success).toBe(false);
  });
  test.each([
    [500, true],
    [501, false],
  ])("accepts a reason or marking of %i characters: %s, counting an emoji as one, as the rules do", (length, isAccepted) => {
    const reason = "😀".repeat(length);
    expect(removeProductsBody.safeParse({ reason, products: ["cpid_1"] }).success).toBe(isAccepted);
    expect(endContractBody.safeParse({ reason }).success).toBe(isAccepted);
    expect(patchContractBody.safeParse({ products: { cpid_1: { product_marked: reason } } }).success).toBe(isAccepted);
  });
  test("accepts an empty change", () => expect(patchContractBody.safeParse({}).success).toBe(true));
  test("does not accept null for a party", () => expect(patchContractBody.safeParse({ company: null }).success).toBe(false));
});
