import { expect, test } from "vitest";
import { claimErrors } from "#lib/claims/errors.ts";
import { contractErrors } from "#lib/contracts/errors.ts";
import { errorCodes } from "#lib/error-codes.fixture.ts";
import type { ErrorEntry } from "#lib/error-entry.ts";
import { errorCatalogue } from "#lib/errors.ts";
import { keyErrors } from "#lib/keys/errors.ts";
import { productErrors } from "#lib/products/errors.ts";
import { renewalErrors } from "#lib/renewals/errors.ts";
import { renterErrors } from "#lib/renters/errors.ts";
import { requestErrors } from "#lib/request-errors.ts";

/** A noun's slice of the catalogue; e2e/api tests each code over HTTP. */
const slices: Record<(typeof errorCodes)[number][0], Record<string, ErrorEntry>> = {
  contract: contractErrors,
  claim: claimErrors,
  renters: renterErrors,
  product: productErrors,
  renewal: renewalErrors,
  "every side": { ...keyErrors, RATE_LIMITED: requestErrors.RATE_LIMITED },
};

test.each(Object.entries(slices))(
  "the numbers and statuses of the %s are those of the wire, none left out and none that is not listed",
  (side, slice) => {
    const listed = new Set(errorCodes.flatMap(([of, code, status]) => (of === side ? [`${code} ${status}`] : [])));
    expect(new Set(Object.values(slice).map(({ code, status }) => `${code} ${status}`))).toEqual(listed);
  },
);

test("what has no number on the wire repeats the HTTP status", () => {
  const numbered = new Set(Object.values(slices).flatMap((slice) => Object.keys(slice)));
  const others = Object.entries<ErrorEntry>(errorCatalogue).filter(([name]) => !numbered.has(name));
  expect(others.filter(([, { code, status }]) => code !== status)).toEqual([]);
});

test("a code has one meaning within a side, except for the two causes of 99888", () => {
  for (const [side, slice] of Object.entries(slices)) {
    const codes = Object.values(slice).map(({ code }) => code);
    expect(codes.length - new Set(codes).size, side).toBe(side === "every side" ? 1 : 0);
  }
});
