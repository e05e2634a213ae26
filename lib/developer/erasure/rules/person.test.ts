import { expect, test } from "vitest";
import { eraseWritten, mentionsOf, redact } from "#lib/developer/erasure/rules/person.ts";
import { erased } from "#lib/developer/erasure/rules/wire.ts";

const mentions = mentionsOf({
  emails: ["jean-noel@people.example"],
  phones: ["+33 6 12-34-56-78"],
  names: [{ first: "Jean-Noël", last: "Œuvrard" }],
});

test.each([
  ["Write to Jean-Noel@People.example.", true],
  ["uid=jean-noel%40people.example", true],
  ["call 0033612345678 or 06.12.34.56.78", true],
  ["JEAN NOEL OEUVRARD was here", true],
  ["Œuvrard, Jean‑Noël", true],
  ["xjean-noel@people.example", false],
  ["at 1612345678901", false],
  ["Jean-Noël was here", false],
  ["Oeuvrards and Jean-Noël", false],
  [erased, false],
])("in %j the person is named: %s", (text, isNamed) => {
  expect(redact(text, mentions)).toBe(isNamed ? erased : text);
});

test("where first and last name are apart, both go, and what is not about the person stays", () => {
  const sent = {
    insured: { firstName: "Jean-Noël", lastName: "ŒUVRARD" },
    brand: "Noël",
    amount: 12,
    list: ["Jean-Noël's bike", "a lock"],
  };
  expect(redact(sent, mentions)).toEqual({
    insured: { firstName: erased, lastName: erased },
    brand: "Noël",
    amount: 12,
    list: [erased, "a lock"],
  });
});

test("someone without a name, an address or a number is mentioned nowhere", () => {
  const nobody = mentionsOf({
    emails: [""],
    phones: ["12"],
    names: [
      { first: "", last: "Martin" },
      { first: erased, last: erased },
    ],
  });
  expect(nobody).toEqual([]);
  expect(redact("Ada Martin", nobody)).toBe("Ada Martin");
});

test("what people wrote goes from the details of an audit entry; what was done stays", () => {
  const details = { documentId: "doc_1", amountCents: 1200, type: "Passeport", documents: [{ type: "Her ID card", category: "expected" }] };
  expect(eraseWritten(details)).toEqual({
    documentId: "doc_1",
    amountCents: 1200,
    type: erased,
    documents: [{ type: erased, category: "expected" }],
  });
});
