import { operatorContext } from "#lib/account/users/roles.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";

export function staffAt(now: Date): OperatorContext {
  const actor = { type: "staff", name: "Tests of support", userId: "usr_tests" } as const;
  return { ...operatorContext(actor.name, now), actor, address: "192.0.2.9" };
}
