import { describe, expect, test } from "vitest";
import { claimBody, makeInsured } from "#e2e/api/claims.fixture.ts";
import { refuse, succeed } from "#e2e/api/client.ts";
import { makeShop } from "#e2e/api/world.ts";
import { createClaim, readClaimRequirements } from "#lib/insurance/claims/endpoints.ts";
import { subtypesByType } from "#lib/insurance/claims/rules/matrix.ts";
import type { ClaimSubtype, ClaimType } from "#lib/insurance/claims/schema.ts";

const bikeSubtypes = ["total_theft", "partial_theft", "vandalism", "partial_break"] as const satisfies readonly ClaimSubtype[];
const typeOf = (subtype: ClaimSubtype) =>
  (Object.keys(subtypesByType) as ClaimType[]).find((type) => subtypesByType[type].includes(subtype));

// rules/claims.md#requirements-1
describe("what a claim needs", () => {
  test.each(bikeSubtypes.flatMap((subtype) => [true, false].map((answer) => [subtype, answer] as const)))(
    "for %s is what its creation takes and asks for, where every answer is %s",
    async (subtype, answer) => {
      const shop = await makeShop();
      const { cid, cpid } = await makeInsured(shop);
      const query = { subtype, contract_id: cid, contract_product_id: cpid };
      const needed = await succeed(shop.key, readClaimRequirements, { query });
      expect(needed).toEqual(await succeed(shop.key, readClaimRequirements, { query: { subtype, product_type: "bike" } }));
      expect(needed).toMatchObject({ subtype, type: typeOf(subtype) });

      const questions = Object.fromEntries(needed.questions.map(({ key, kind }) => [key, kind === "boolean" ? answer : "la roue"]));
      const body = claimBody(shop.uid, cid, cpid, { type: needed.type, subtype, questions });
      const claim = await succeed(shop.key, createClaim, { body });
      const asked = needed.documents.filter(({ when }) => when.every(({ key, is }) => questions[key] === is));
      const first = asked.filter(({ type }, index) => asked.findIndex((other) => other.type === type) === index);
      expect(claim.documentEntries.map(({ type, category }) => ({ type, category }))).toEqual(
        first.map(({ type, category }) => ({ type, category })),
      );
      for (const { label } of [...needed.questions, ...needed.documents]) expect(label.en).not.toBe(label.fr);
    },
  );

  test("is refused without a product, for an unknown one, and for what claims do not take", async () => {
    const shop = await makeShop();
    const { cid, cpid } = await makeInsured(shop);
    const codeFor = async (query: object) => (await refuse(shop.key, readClaimRequirements, { query })).code;
    expect(await codeFor({ subtype: "partial_break" })).toBe(1000);
    expect(await codeFor({ subtype: "partial_break", contract_id: cid })).toBe(1000);
    expect(await codeFor({ subtype: "partial_break", contract_id: cid, contract_product_id: cpid, product_type: "bike" })).toBe(1000);
    expect(await codeFor({ subtype: "partial_break", contract_id: "none", contract_product_id: cpid })).toBe(2002);
    expect(await codeFor({ subtype: "partial_break", contract_id: cid, contract_product_id: "none" })).toBe(2003);
    expect(await codeFor({ subtype: "partial_break", product_type: "event" })).toBe(1008);
    expect(await codeFor({ subtype: "flood", product_type: "bike" })).toBe(1004);
  });
});
