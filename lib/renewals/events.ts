import type { WorldContext } from "#lib/context.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import type { NewEvent } from "#lib/events/emit.ts";
import type { Renewal } from "#lib/renewals/renewal.ts";
import { serializeRenewalPayload } from "#lib/renewals/serialize.ts";

/** What is told of a renewal; it is filed under its contract, whose history shows it. */
export function renewalEvents(
  { world, executionId }: Pick<WorldContext, "world" | "executionId">,
  renewal: Renewal,
  uid: string,
  eventTypes: readonly EventType[],
): NewEvent[] {
  return eventTypes.map((eventType) => ({
    worldId: world.id,
    eventType,
    subjectId: renewal.cid,
    executionId,
    data: serializeRenewalPayload(renewal, uid),
  }));
}
