import { describe, expect, test } from "vitest";
import { appConfirmation, partnerInvitation, signInForm } from "#lib/users/schema.ts";

const invite = (typed: object) => partnerInvitation.safeParse({ name: "Ada Martin", email: "ada@example.com", role: "member", ...typed });

describe("an invitation takes an e-mail address and a name as people type them", () => {
  test.each(["ada@example.com", "Ada@Example.COM", " ada@example.com ", "ada@example.com\u00A0", "\tADA@example.com"])("%j", (email) => {
    expect(invite({ email }).data?.email).toBe("ada@example.com");
  });

  test.each(["", "ada", "ada@", "ada@example", "ada @example.com", "ada@example.com, bob@example.com"])("not %j", (email) => {
    expect(invite({ email }).success).toBe(false);
  });

  test.each(["Éloïse d’Haÿ", "Anne-Hélène O'Brien", "Œdipe", "Zoë", "Nguyễn Thị", "  Ada   Martin "])("%j", (name) => {
    expect(invite({ name }).data?.name).toBe(name.trim());
  });
});

test("a sign-in takes an address with spaces around it, and the password as it is", () => {
  expect(signInForm.parse({ email: " Ada@example.com ", password: " a b " })).toEqual({ email: "Ada@example.com", password: " a b " });
});

test.each(["123 456", "123456 ", "123\u00A0456"])("the code %j of an app is read without its spaces", (code) => {
  expect(appConfirmation.parse({ code })).toEqual({ code: "123456" });
});
