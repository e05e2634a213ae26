import { expect, test } from "vitest";
import { emailAddress, phoneNumber, textLine } from "#lib/platform/text/contacts.ts";

// rules/errors.md#requests-13
test.each([
  ["ada@example.com", "ada@example.com"],
  [" ada@example.com\u00A0", "ada@example.com"],
  ["\u202Aada@example.com\u202C", "ada@example.com"],
  ["ada@ex\u00ADample.com\u200B", "ada@example.com"],
  ["o'neil+claims_{1}`2@sub.example-shop.co.uk", "o'neil+claims_{1}`2@sub.example-shop.co.uk"],
  ["ada..lovelace@example.com", "ada..lovelace@example.com"],
  ["ada@example", undefined],
  ["ada@example..org", undefined],
  ["ada@-example.org", undefined],
  ["ada@example.org.", undefined],
  ["ada@[127.0.0.1]", undefined],
  ["ada@exämple.org", undefined],
  ["ada martin@example.org", undefined],
  ["@example.org", undefined],
  ["\u200B", undefined],
  [`${"a".repeat(243)}@example.org`, undefined],
  [`ada@${"a".repeat(64)}.org`, undefined],
])("the e-mail address %j is read as %j", (typed, address) => {
  expect(emailAddress.safeParse(typed).data).toBe(address);
});

// rules/errors.md#requests-13
test.each([
  ["+33 6 12 34 56 78", "+33 6 12 34 56 78"],
  ["\u202A+33 6 12 34 56 78\u202C", "+33 6 12 34 56 78"],
  ["\u200E(04) 72-00-11-22 ", "(04) 72-00-11-22"],
  ["3949", "3949"],
  ["call me", undefined],
  ["\u2800", undefined],
])("the telephone number %j is read as %j", (typed, number) => {
  expect(phoneNumber.safeParse(typed).data).toBe(number);
});

// rules/errors.md#requests-13
test.each([
  ["Ada Martin", "Ada Martin"],
  ["\u00A0\uFEFFAda\u200F Martin\u2069 ", "Ada Martin"],
  ["\u3164", undefined],
  ["\u200B\u2800\u00AD", undefined],
  ["Ada\nMartin", undefined],
])("the name %j is read as %j", (typed, name) => {
  expect(textLine(40).safeParse(typed).data).toBe(name);
});
