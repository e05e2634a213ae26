import { expect, test } from "vitest";
import { textKey } from "#lib/platform/text/characters.ts";

// rules/claims.md#matrix-8
test.each([
  ["apostrophes", "Carte d'identité", "Carte d’identité"],
  ["an accent in place of the apostrophe", "Carte d'identité", "Carte d\u00B4identité"],
  ["an apostrophe of full width", "Carte d'identité", "Carte d\uFF07identité"],
  ["white space before a question mark", "Le vélo a-t-il été fourni ?", "Le vélo a-t-il été fourni?"],
  ["a narrow space before a colon", "Motif : vol", "Motif\u202F: vol"],
  ["invisible signs", "Dépôt de plainte", "\u202ADépôt de\u200B plainte\u202C"],
  ["accents", "Dépôt de plainte", "De\u0301po\u0302t de plainte"],
  ["white space", "Dépôt de plainte", " Dépôt\u00A0 de\tplainte "],
  ["ligatures", "certificat", "certi\uFB01cat"],
])("texts that differ in %s alone are the same", (_what, one, other) => {
  expect(textKey(other)).toBe(textKey(one));
});

test("texts that differ in a letter are not the same", () => {
  expect(textKey("Dépot de plainte")).not.toBe(textKey("Dépôt de plainte"));
});
