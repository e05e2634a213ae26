import { expect, test } from "vitest";
import { invitation, signInForm, staffInvitation } from "#lib/account/users/schema.ts";
import { insuredContact, noContact } from "#lib/account/worlds/insured-contact.ts";
import { criteria } from "#lib/developer/erasure/requests.ts";
import { readDeclaration } from "#lib/insurance/claim-links/rules/declaration.ts";
import { createClaimBody } from "#lib/insurance/claims/requests.ts";
import { sampleClaimBody } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { findSampleCity, sampleIndividual } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { decideParties } from "#lib/insurance/contracts/rules/parties.ts";
import { renterRegistration } from "#lib/insurance/renters/schema.ts";

type Person = Record<"name" | "email" | "phone", string>;

const company = {
  ...{ company_name: "Vélos de la Seine", first_name: "Ada", last_name: "Martin", email: "a@example.com", phone_number: "+33612345678" },
  ...{ address: "12 rue de la Paix", zipcode: "75002", city: "PARIS", country: "FR" },
};

const named = (invited: { name: string; email: string } | undefined) => invited && { name: invited.name, email: invited.email };

/** Reads a person at each door; undefined if the door refuses. */
const doors: Record<string, (typed: Person) => Partial<Record<keyof Person, string | undefined>> | undefined> = {
  "a claim": ({ name, email, phone }) => {
    const insured = { ...sampleClaimBody.insured, firstName: name, email, phoneNumber: phone };
    const read = createClaimBody.safeParse({ ...sampleClaimBody, insured }).data?.insured;
    return read && { name: read.firstName, email: read.email ?? "", phone: read.phoneNumber };
  },
  "a claim link": ({ name, email, phone }) => {
    const { description, location } = sampleClaimBody;
    const form = { ...location, description, day: "2027-02-14", time: "10:00", firstName: name, lastName: "Martin", email, phone };
    const declared = { uid: "r", cid: "c", cpid: "p", timeZone: "Europe/Paris", subtype: "partial_break", questions: [] } as const;
    const read = readDeclaration(new Map(Object.entries(form)), { ...declared, coveredFrom: new Date("2027-02-01T00:00:00Z") });
    return "insured" in read
      ? { name: read.insured.firstName, email: read.insured.email ?? "", phone: read.insured.phoneNumber }
      : undefined;
  },
  "a party of a contract": ({ name, email, phone }) => {
    const sent = { individual: { ...sampleIndividual, first_name: name, email, phone_number: phone } };
    try {
      const { individual } = decideParties(sent, { term: "LLD", options: [], cities: findSampleCity, preview: false });
      return individual === null ? undefined : { name: individual.first_name, email: individual.email, phone: individual.phone_number };
    } catch {
      return undefined;
    }
  },
  "a rental company": ({ name, email, phone }) => {
    const sent = { ...company, first_name: name, email, phone_number: phone };
    const read = renterRegistration.safeParse({ uid: "r", company: sent }).data?.company;
    return read && { name: read.first_name, email: read.email, phone: read.phone_number };
  },
  "the contact of the insured": ({ name, email, phone }) => {
    const read = insuredContact.safeParse({ ...noContact, name, email, phone }).data;
    return read && { name: read.name, email: read.email, phone: read.phone };
  },
  "an invitation": ({ name, email }) => named(staffInvitation.safeParse({ name, email, role: "handler" }).data),
  "an invitation by command": ({ name, email }) => named(invitation.safeParse({ name, email, role: "handler", partnerId: null }).data),
  "an erasure": ({ email, phone }) => {
    const read = criteria.safeParse({ email, phone }).data;
    return read && { email: read.email, phone: read.phone };
  },
};

const plain: Person = { name: "Ada", email: "ada@example.com", phone: "+33 6 12 34 56 78" };

// rules/errors.md#requests-13
test.each(Object.entries(doors))("%s reads what an address book wraps in invisible signs", (_name, read) => {
  const copied = Object.fromEntries(Object.entries(plain).map(([field, text]) => [field, ` \u202A${text}\u202C\u200B\u00A0`]));
  expect(plain).toMatchObject(read({ ...plain, ...copied }) ?? { refused: true });
});

// rules/errors.md#requests-13
test.each(Object.entries(doors))("%s refuses an e-mail address with an empty part or a second @", (_name, read) => {
  for (const email of ["ada@example..org", "ada@example", "ada@@example.org", "ada martin@example.org"]) {
    expect([email, read({ ...plain, email })]).toEqual([email, undefined]);
  }
});

// rules/errors.md#requests-13
test.each(["a claim", "a claim link", "a party of a contract", "a rental company", "an invitation", "an invitation by command"])(
  "%s takes a name of invisible signs for a missing one",
  (door) => {
    expect(doors[door]?.(plain)).toBeDefined();
    for (const name of ["\u200B", "\u2800 \u3164", "\u202A\u202C"]) expect(doors[door]?.({ ...plain, name })).toBeUndefined();
  },
);

// rules/errors.md#requests-13
test("a sign-in finds the account of an address that was pasted with invisible signs", () => {
  expect(signInForm.parse({ email: "\u200Bada@example.com\uFEFF", password: "x" }).email).toBe("ada@example.com");
});
