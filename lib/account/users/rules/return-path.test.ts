import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseReturnPath } from "#lib/account/users/rules/return-path.ts";

const home = "/production";

describe("the page after sign-in", () => {
  test.each(["/development/calls", "/development/calls?status=5xx&before=exec_1#top", "/support/partners", "/"])(
    "is our page %s",
    (path) => {
      expect(chooseReturnPath(path, home)).toBe(path);
    },
  );

  test.each([
    undefined,
    null,
    "",
    "https://attacker.example/",
    "//attacker.example/",
    "/\\attacker.example/",
    "/\t/attacker.example/",
    "/\n/attacker.example",
    "/.//attacker.example",
    "/x/..//attacker.example",
    "javascript:alert(1)",
    "development/calls",
    "/api/auth/signout",
    `/${"a".repeat(2000)}`,
  ])("is the home page for %j", (path) => {
    expect(chooseReturnPath(path, home)).toBe(home);
  });

  test("is never on another host, whatever was requested", () => {
    const piece = fc.constantFrom("/", "\\", "\t", "..", ".", "@", ":", "attacker.example", "%2f", "?", "#", "http:", " ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = chooseReturnPath(pieces.join(""), home);
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(new URL(path, "https://covergate.test").origin).toBe("https://covergate.test");
      }),
    );
  });
});
