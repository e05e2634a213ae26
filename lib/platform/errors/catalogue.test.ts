import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { claimErrors, contractErrors, productErrors, renewalErrors } from "#lib/platform/errors/insurance-errors.ts";
import { keyErrors, renterErrors, requestErrors, statementErrors } from "#lib/platform/errors/request-errors.ts";
import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

/** The sides of the API, each with its own codes. */
const sides: Record<string, Record<string, ErrorEntry>> = {
  contract: { ...contractErrors, ...statementErrors },
  claim: claimErrors,
  renters: renterErrors,
  product: productErrors,
  renewal: renewalErrors,
  "every side": { ...keyErrors, RATE_LIMITED: requestErrors.RATE_LIMITED },
};

// Partners' programs depend on the codes and statuses.
// rules/errors.md#envelopes-3, #codes-1
test("the codes, statuses and meanings of the API are those of the snapshot", async () => {
  const lines = Object.entries(sides).flatMap(([side, entries]) =>
    Object.values(entries)
      .map(({ code, status, meaning }) => `${side} ${code} ${status} ${meaning}\n`)
      .toSorted(),
  );
  await expect(lines.join("")).toMatchFileSnapshot("error-codes.txt");
});

test("an error without a number of its own repeats the HTTP status", () => {
  const numbered = new Set(Object.values(sides).flatMap((entries) => Object.keys(entries)));
  const others = Object.entries<ErrorEntry>(errorCatalogue).filter(([name]) => !numbered.has(name));
  expect(others.filter(([, { code, status }]) => code !== status)).toEqual([]);
});

// rules/errors.md#codes-2
test("a code has one meaning within a side, except for the two causes of 99888", () => {
  for (const [side, entries] of Object.entries(sides)) {
    const codes = Object.values(entries).map(({ code }) => code);
    expect(codes.length - new Set(codes).size, side).toBe(side === "every side" ? 1 : 0);
  }
});

// e2e/api sends an example of each kind.
test("every error of contracts, renewals, products, renters and keys is named by a test", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = globSync("lib/insurance/{contracts,renewals,products,renters}/**/*.{test,fixture}.ts", { cwd: root });
  const tests = [...files, "e2e/api/keys.test.ts", "e2e/api/renters.test.ts"]
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  const entries: [string, ErrorEntry][] = Object.entries({
    ...contractErrors,
    ...renewalErrors,
    ...productErrors,
    ...renterErrors,
    ...keyErrors,
  });
  expect(entries.filter(([name, { code }]) => !new RegExp(`\\b(?:${name}|${code})\\b`).test(tests))).toEqual([]);
});
