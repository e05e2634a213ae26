import { describe, expect, test } from "vitest";
import { addProductsBody, endContractBody, patchContractBody, removeProductsBody } from "#lib/contracts/requests-changes.ts";

describe("the published bodies", () => {
  test.each(Object.entries({ patchContractBody, endContractBody, removeProductsBody, addProductsBody }))(
    "%s accepts its own examples and no field beyond its own",
    (_name, schema) => {
      const examples: unknown[] = Object.values(schema.meta()?.examples ?? {});
      expect(examples).not.toHaveLength(0);
      for (const example of examples) {
        expect(schema.safeParse(example).error).toBeUndefined();
        expect(schema.safeParse({ ...Object(example), end_dat: "2027-01-01T00:00:00Z" }).success).toBe(false);
      }
    },
  );

  test("a blank reason or marking is refused, as by the rules", () => {
    expect(removeProductsBody.safeParse({ reason: " ", products: ["cpid_1"] }).success).toBe(false);
    expect(patchContractBody.safeParse({ products: { cpid_1: { product_marked: " " } } }).success).toBe(false);
  });
  test.each([
    [500, true],
    [501, false],
  ])("a reason or marking of %i characters is accepted: %s, an emoji counted as one, as by the rules", (length, isAccepted) => {
    const reason = "😀".repeat(length);
    expect(removeProductsBody.safeParse({ reason, products: ["cpid_1"] }).success).toBe(isAccepted);
    expect(endContractBody.safeParse({ reason }).success).toBe(isAccepted);
    expect(patchContractBody.safeParse({ products: { cpid_1: { product_marked: reason } } }).success).toBe(isAccepted);
  });
  test("an empty change is a change", () => expect(patchContractBody.safeParse({}).success).toBe(true));
  test("a party is never taken out", () => expect(patchContractBody.safeParse({ company: null }).success).toBe(false));
});
