import type { StaffContext } from "#lib/context.ts";

export function staffAt(now: Date): StaffContext {
  return { now, actor: { type: "staff", name: "Tests of support", userId: "usr_tests" }, address: "192.0.2.9" };
}
