import type { PortalContext } from "#lib/account/worlds/context.ts";
import { covers, rights as allRights } from "#lib/platform/wire/rights.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

/** The rights in their order, without those that another one includes (rules/access.md#rights-1). */
export function reduceRights(chosen: readonly Right[]): Right[] {
  return allRights.filter(
    (right) =>
      chosen.includes(right) &&
      !covers(
        chosen.filter((other) => other !== right),
        right,
      ),
  );
}

/** True for a key that the person made in Development. */
export function isOwnKey({ world, actor }: Pick<PortalContext, "world" | "actor">, createdBy: string | null): boolean {
  return world.environment === "development" && actor.type === "user" && actor.userId === createdBy;
}
