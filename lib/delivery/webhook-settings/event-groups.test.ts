import fc from "fast-check";
import { expect, test } from "vitest";
import { eventGroups, eventTypes } from "#lib/delivery/event-catalogue.ts";
import { expandGroup, selectionByGroup } from "#lib/delivery/webhook-settings/event-groups.ts";

// rules/deliveries.md#webhooks-1
test("every event type is in exactly one group", () => {
  expect(eventGroups.flatMap(expandGroup).toSorted()).toEqual(eventTypes.toSorted());
});

test("a group is selected if all its event types are, and partly if some are", () => {
  expect(expandGroup("settlements")).toEqual(["v2.claim.settlement.created", "v2.claim.settlement.paid", "v2.claim.settlement.returned"]);
  expect(selectionByGroup([...expandGroup("settlements"), "v2.claim.created"])).toEqual({
    contracts: "none",
    drafts: "none",
    claims: "some",
    documents: "none",
    settlements: "all",
  });
});

test("a group's selection depends only on its own event types", () => {
  fc.assert(
    fc.property(fc.subarray([...eventTypes]), fc.constantFrom(...eventGroups), (chosen, group) => {
      const own = expandGroup(group).filter((eventType) => chosen.includes(eventType));
      expect(selectionByGroup(chosen)[group]).toBe(selectionByGroup(own)[group]);
      expect(selectionByGroup([...new Set([...chosen, ...expandGroup(group)])])[group]).toBe("all");
    }),
  );
});
