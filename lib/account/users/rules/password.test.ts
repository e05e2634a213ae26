import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { findWeakness } from "#lib/account/users/rules/password.ts";

const owner = { name: "Hélène Dupont-Martin", email: "h.dupont@velo-lyon.example" };
const known = new Set(dictionary["passwords-common"]);
const weaknessOf = (password: string) => findWeakness(password, owner, (word) => known.has(word));

describe("a password", () => {
  test.each([
    ["aaaaaaaaaaaa", "passwordRepetitive"],
    ["AAAAaaaaAAAA", "passwordRepetitive"],
    ["abababababab", "passwordRepetitive"],
    ["zzzzzzzzzzz1", "passwordRepetitive"],
    ["            ", "passwordRepetitive"],
    ["Helene.Dupont1", "passwordPersonal"],
    ["hélènemartin!", "passwordPersonal"],
    ["h.dupont@velo-lyon.example", "passwordPersonal"],
    ["Dup0nt-2026!!", "passwordPersonal"],
    ["Covergate2026", "passwordPersonal"],
    ["password1234", "passwordCommon"],
    ["P@ssw0rd2026!", "passwordCommon"],
    ["iloveyou123456", "passwordCommon"],
    ["qwertyuiop12", "passwordCommon"],
    ["qwerty-dragon", "passwordCommon"],
    ["p@ssw0rdp@ssw0rd", "passwordCommon"],
    ["motdepasse2026", "passwordCommon"],
    ["abcdefghijkl", "passwordCommon"],
    ["123456789012", "passwordCommon"],
    ["lkjihgfedcba", "passwordCommon"],
    ["leavemealone", "passwordCommon"],
  ])("such as %s is refused: %s", (password, weakness) => {
    expect(weaknessOf(password)).toBe(weakness);
  });

  test.each(["correct horse battery", "kQ3x.9zPa.mm2L", "bleu cheval lampe riz", "Hélène rides a red tandem", "lanterns over lisbon"])(
    "such as %s is accepted",
    (password) => {
      expect(weaknessOf(password)).toBeUndefined();
    },
  );
});
