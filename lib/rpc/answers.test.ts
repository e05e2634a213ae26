import type { inferRouterOutputs } from "@trpc/server";
import { expectTypeOf, test } from "vitest";
import type { Token } from "#lib/account/users/cookies.ts";
import type { Procedures } from "#lib/rpc/router.ts";

type Answers = inferRouterOutputs<Procedures>;

/** True if a value holds the text of a session, a sign-in or a one-time link, six levels deep. */
type HoldsToken<Value, Depth extends readonly unknown[] = []> = Depth["length"] extends 8
  ? false
  : Value extends Token
    ? true
    : Value extends string | number | bigint | boolean | null | undefined | Date
      ? false
      : Value extends readonly (infer Item)[]
        ? HoldsToken<Item, [...Depth, unknown]>
        : Value extends object
          ? { [Key in keyof Value]-?: HoldsToken<Value[Key], [...Depth, unknown]> }[keyof Value]
          : false;

test("no procedure answers the text of a session, a sign-in or a one-time link", () => {
  expectTypeOf<HoldsToken<{ rows: { link: { token: Token } | null }[] }>>().toEqualTypeOf<boolean>();
  expectTypeOf<HoldsToken<Answers>>().toEqualTypeOf<false>();
});
