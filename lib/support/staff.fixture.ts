import type { OperatorContext } from "#lib/context.ts";
import { operatorContext } from "#lib/users/roles.ts";

export function staffAt(now: Date): OperatorContext {
  const actor = { type: "staff", name: "Tests of support", userId: "usr_tests" } as const;
  return { ...operatorContext(actor.name, now), actor, address: "192.0.2.9" };
}
