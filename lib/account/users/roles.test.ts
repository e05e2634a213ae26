import { expect, expectTypeOf, test } from "vitest";
import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import { operatorContext, restrict } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { audiences } from "#lib/account/users/rules/authority.ts";
import type { AdministratorContext, HandlerContext, OwnerContext, SupportContext } from "#lib/account/worlds/context.ts";
import { partnerRoles, roles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

const now = new Date("2027-01-01T10:00:00.000Z");

function signedIn(role: Role): PartnerContext | ConsoleContext {
  const partner = partnerRoles.some((each) => each === role) ? { id: "ptn_1", name: "Partner" } : null;
  return { user: { id: `usr_${role}`, email: "ada@people.example", name: "Ada", role, partner } } as PartnerContext | ConsoleContext;
}

const restricted = (["owner", "developer", "member", "administrator", "support", "handler"] as const).flatMap((audience) =>
  roles.map((role) => [role, audience] as const),
);

// rules/authority.md#roles-2
test.each(restricted)("the role %s is let in to what is for the audience %s only if it belongs to it", (role, audience) => {
  const ctx = signedIn(role);
  const allowed: readonly Role[] = audiences[audience];
  if (allowed.includes(role)) expect(restrict(audience, ctx)).toBe(ctx);
  else expect(() => restrict(audience, ctx)).toThrow(expect.objectContaining({ key: `${audience}Only` }));
});

test("the compiler refuses a verb the context of another role", () => {
  expectTypeOf<PartnerContext>().not.toExtend<OwnerContext>();
  expectTypeOf<ConsoleContext>().not.toExtend<SupportContext>();
  expectTypeOf<ContextOf["support"]>().not.toExtend<HandlerContext>();
  expectTypeOf<ContextOf["support"]>().not.toExtend<AdministratorContext>();
  expectTypeOf<ContextOf["administrator"]>().not.toExtend<SupportContext>();
  expectTypeOf<ContextOf["handler"]>().not.toExtend<SupportContext>();
  expectTypeOf<ContextOf["owner"]>().toExtend<OwnerContext>();
  expectTypeOf(operatorContext("tests", now)).toExtend<AdministratorContext & SupportContext & HandlerContext>();
});
