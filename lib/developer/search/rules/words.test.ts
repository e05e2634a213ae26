import { describe, expect, test } from "vitest";
import { beginsNearly, rank, rankOf, withoutFillers } from "#lib/developer/search/rules/words.ts";

test.each([
  ["sig", "Signatures", "", 0],
  ["verify", "Verify the sender", "", 0],
  ["sender", "Verify the sender", "", 1],
  ["the ver", "Verify the sender", "", 1],
  ["contracts", "Create a contract", "POST /contracts", 2],
  ["reparation", "Réparations", "", 0],
  ["VÉLO", "velo électrique", "", 0],
  ["coeur", "Cœur de Vélo", "", 0],
  ["Œuvre", "L’oeuvre", "", 1],
  ["strasse", "Straße 12", "", 0],
  ["v2.contract.renewed", "v2.contract.renewed", "", 0],
  ["lookup", "Look-up", "", 1],
  ["look up", "Look-up", "", 0],
  ["FR-1", "Moustache Lundi 27 · FR-1", "", 1],
  ["FR-1", "Contract", "Douze Cycles · FR-1042", 2],
  ["1051", "1051 The contract does not exist", "", 0],
])("%s finds %s (%s)", (typed, text, hint, place) => {
  expect(rankOf(typed, text, hint)).toBe(place);
});

test.each([
  ["signature", "Renewals", ""],
  ["FR-1", "1150 company can no longer change", "COMPANY_FROZEN"],
  ["dark", "Return the clock", "DELETE /sandbox/clock"],
  ["zzzz", "Cities by zip code", "GET /geo"],
  ["martin", "Amend automatic renewal", "PATCH /contracts"],
  ["ntract", "Contracts", ""],
  ["contract x", "Contracts", ""],
  ["", "Contracts", ""],
  ["  -  ", "Contracts", ""],
])("%s does not find %s (%s): letters within words are no match", (typed, text, hint) => {
  expect(rankOf(typed, text, hint)).toBeUndefined();
});

test("what begins as typed comes first, and equals stay in their order", () => {
  const found = rank("con", ["Second contract", "Contracts", "A contract", "Contact"], (text) => ({ text }));
  expect(found).toEqual(["Contracts", "Contact", "Second contract", "A contract"]);
});

// rules/search.md#palette-1
test.each([
  ["how do I rotate my key", "rotate key"],
  ["where is the statement?", "statement?"],
  ["Comment inviter un collègue", "inviter collègue"],
  ["l’équipe", "équipe"],
  ["d'où", ""],
  ["où est mon mot de passe", "mot passe"],
  ["FR-1", "FR-1"],
  ["what is this", ""],
])("%s asks for %s", (typed, wanted) => {
  expect(withoutFillers(typed)).toBe(wanted);
});

// rules/search.md#palette-1
describe("a typing error in a word", () => {
  test.each([
    ["missing", "pasword"],
    ["missing at the end of a beginning", "passwrd"],
    ["added", "passsword"],
    ["added at the end", "passwordx"],
    ["exchanged", "pazsword"],
    ["swapped", "passwrod"],
    ["swapped at the beginning", "apssword"],
    ["wrong where a beginning is typed", "pasxw"],
  ])("is forgiven: a letter %s", (_error, typed) => {
    expect(beginsNearly("password", typed)).toBe(true);
  });

  test.each([
    ["word", "within the word"],
    ["assword", "without the first letter"],
    ["xpassword", "with another first letter"],
    ["pswrd", "scattered letters"],
    ["pasowrrd", "two errors"],
    ["pazs", "a short word"],
    ["passwordxx", "two letters too many"],
  ])("%s is no password: %s", (typed) => {
    expect(beginsNearly("password", typed)).toBe(false);
  });

  test("is not forgiven in digits", () => {
    expect(beginsNearly("100013", "100012")).toBe(false);
  });
});
