import { describe, expect, test } from "vitest";
import { appConfirmation, invitation, signInForm } from "#lib/account/users/schema.ts";

const invite = (typed: object) =>
  invitation.safeParse({ partnerId: "ptn_one", name: "Ada Martin", email: "ada@example.com", role: "member", ...typed });

describe("an invitation", () => {
  test.each(["ada@example.com", "Ada@Example.COM", " ada@example.com ", "ada@example.com\u00A0", "\tADA@example.com"])(
    "accepts an e-mail address as typed: %j",
    (email) => {
      expect(invite({ email }).data?.email).toBe("ada@example.com");
    },
  );

  test.each(["", "ada", "ada@", "ada@example", "ada @example.com", "ada@example.com, bob@example.com", "\u212Aate@example.com"])(
    "refuses the e-mail address %j",
    (email) => {
      expect(invite({ email }).success).toBe(false);
    },
  );

  test.each(["Ada\nBcc: eve@example.com", "Ada\r\nMartin", "Ada\u0000", "Ada\u001b[31m"])(
    "refuses the name %j, which reaches an e-mail",
    (name) => {
      expect(invite({ name }).success).toBe(false);
    },
  );

  test.each(["Éloïse d’Haÿ", "Anne-Hélène O'Brien", "Œdipe", "Zoë", "Nguyễn Thị", "  Ada   Martin "])(
    "accepts a name as typed: %j",
    (name) => {
      expect(invite({ name }).data?.name).toBe(name.trim());
    },
  );
});

test("a sign-in accepts an address with surrounding spaces, and keeps the password unchanged", () => {
  expect(signInForm.parse({ email: " Ada@example.com ", password: " a b " })).toEqual({ email: "Ada@example.com", password: " a b " });
});

test.each(["123 456", "123456 ", "123\u00A0456"])("the code %j of an authenticator app is read without its spaces", (code) => {
  expect(appConfirmation.parse({ code })).toEqual({ code: "123456" });
});
