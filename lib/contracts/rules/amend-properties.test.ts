import fc from "fast-check";
import { expect, test } from "vitest";
import type { Contract } from "#lib/contracts/contract.ts";
import { anyJson, anyOpenContract } from "#lib/contracts/rules/amend-arbitrary.fixture.ts";
import { after, minutes, now, strayProducts } from "#lib/contracts/rules/amend.fixture.ts";
import { applyAmendment, decideAmendment } from "#lib/contracts/rules/amend.ts";
import { findSampleCity, sampleCompany } from "#lib/contracts/rules/creation.fixture.ts";
import { decideDueEnding } from "#lib/contracts/rules/ending-due.ts";
import { applyEnding } from "#lib/contracts/rules/ending.ts";
import { ApiError } from "#lib/errors.ts";

const facts = { now, partner: { features: ["product_dates" as const] }, cities: findSampleCity };
const amend = (contract: Contract, body: unknown) => decideAmendment(contract, body, facts);
const iso = (date: Date) => date.toISOString();

const anyInstant = fc.integer({ min: -60, max: 120 }).map((count) => iso(after(count * minutes(30))));
const anyEntry = fc.record(
  { user_name: fc.constantFrom("Bea", "", 7), start_date: anyInstant, end_date: anyInstant },
  { requiredKeys: [] },
);
const anyBody = fc.oneof(
  anyJson,
  fc.record(
    {
      start_date: anyInstant,
      end_date: anyInstant,
      company: fc.oneof(anyJson, fc.constant(sampleCompany)),
      products: fc.dictionary(fc.constantFrom("cpid_0", "cpid_1", "cpid_2", "__proto__"), anyEntry),
    },
    { requiredKeys: [] },
  ),
);

test("whatever is sent, the answer is an ApiError or a decision that leaves no open product outside the contract, and the same one twice", () => {
  fc.assert(
    fc.property(anyOpenContract, anyBody, (contract, body) => {
      try {
        const amendment = amend(contract, body);
        const newCpids = new Map(amendment.replacements.map(({ cpid }) => [cpid, `new_${cpid}`]));
        const result = applyAmendment(contract, amendment, newCpids);
        // What was over before the change is not the change's to move; the next closing writes it down.
        const due = decideDueEnding(result, now);
        expect(strayProducts(due === null ? result : applyEnding(result, due))).toEqual([]);
        expect(amend(contract, body)).toEqual(amendment);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});
