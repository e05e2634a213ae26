import { expect, test } from "vitest";
import { beginsWords, withoutFillers } from "#lib/developer/search/rules/words.ts";

test.each([
  ["the ver", "Verify the sender"],
  ["reparation", "Réparations"],
  ["VÉLO", "velo électrique"],
  ["coeur", "Cœur de Vélo"],
  ["strasse", "Straße 12"],
  ["FR-1", "Douze Cycles · FR-1042"],
])("%s begins words of %s", (typed, text) => {
  expect(beginsWords(typed, text)).toBe(true);
});

test.each(["ntract", "contract x", "", "  -  "])("%j begins no words of a contract: letters within words are no match", (typed) => {
  expect(beginsWords(typed, "Contracts")).toBe(false);
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
