import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { expectTypeOf, test } from "vitest";
import type { Procedures } from "#lib/rpc/router.ts";

/** The places of a type whose values JSON does not carry; instants are carried (lib/platform/time/dates.ts). */
type Lost<Value, Place extends string, Depth extends unknown[] = []> = unknown extends Value
  ? never
  : Value extends string | number | boolean | null | undefined | Date
    ? never
    : Value extends bigint | symbol | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | ArrayBufferView | Blob | Error | URL
      ? Place
      : Value extends (...sent: never[]) => unknown
        ? Place
        : Depth["length"] extends 14
          ? `${Place} is too deep`
          : Value extends readonly (infer Item)[]
            ? Lost<Item, `${Place}[]`, [...Depth, 0]>
            : { [Name in keyof Value & string]-?: Lost<Value[Name], `${Place}.${Name}`, [...Depth, 0]> }[keyof Value & string];

test("procedures take and answer nothing that JSON does not carry", () => {
  expectTypeOf<Lost<inferRouterInputs<Procedures>, "input">>().toBeNever();
  expectTypeOf<Lost<inferRouterOutputs<Procedures>, "answer">>().toBeNever();
});
