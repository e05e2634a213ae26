import { expect, test } from "vitest";
import { rank, rankOf } from "#lib/developer/search/rules/words.ts";

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
