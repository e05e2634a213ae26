import { describe, expect, test } from "vitest";
import { eventCatalogue, eventTypes } from "#lib/delivery/event-catalogue.ts";
import { eventPayload, eventSamples } from "#lib/developer/events/samples.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { renewContract } from "#lib/insurance/contracts/rules/creation.ts";
import { applyEnding, decideDueEnding, decideEnding, decideReopening } from "#lib/insurance/contracts/rules/ending.ts";
import type { Ending } from "#lib/insurance/contracts/rules/ending.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { decideRenewalChange, eventsOf } from "#lib/insurance/renewals/rules/configure.ts";
import { scheduleFor } from "#lib/insurance/renewals/rules/schedule.ts";
import type { RenewalPayload } from "#lib/insurance/renewals/schema.ts";
import { centsFromEuros } from "#lib/platform/money/money.ts";
import { insurerCalendar } from "#lib/platform/time/days-and-months.ts";

// rules/events.md#emit-2, #emit-3
test.each(eventTypes)("the sample of %s has exactly what its payload declares", (eventType) => {
  const body = { event_type: eventType, data: eventSamples[eventType] };
  expect(eventPayload(eventType).strict().parse(body)).toEqual(body);
});

test("each payload fits its own event type only", () => {
  const { data } = { data: eventSamples["v2.contract.closed"] };
  expect(eventPayload("v2.contract.closed").safeParse({ event_type: "v2.contract.created", data }).success).toBe(false);
  expect(eventPayload("v2.claim.closed").safeParse({ event_type: "v2.claim.closed", data }).success).toBe(false);
});

describe("the sample contract", () => {
  const created = eventSamples["v2.contract.created"];
  const opened = revive(created);
  const priced = (before: Contract | null, after: Contract) => serializeContract(priceContract(before, after, publicTariff.rates));
  const ended = (before: Contract, ending: Ending | null, now: Date) => priced(before, { ...applyEnding(before, ending!), updatedAt: now });
  const reason = { reason: "The customer moves abroad." };

  test("costs what the tariff gives", () => {
    expect(priced(null, opened)).toEqual(created);
  });

  test.each([
    ["v2.contract.closed", opened, (now: Date) => decideDueEnding(opened, now)],
    ["v2.contract.canceled", opened, (now: Date) => decideEnding(opened, {}, now)],
    ["v2.contract.terminated", opened, (now: Date) => decideEnding(opened, reason, now)],
  ] as const)("becomes that of %s by the rules", (eventType, before, decide) => {
    const sample = eventSamples[eventType];
    const now = new Date(sample.updated_date);
    expect(ended(before, decide(now), now)).toEqual(sample);
  });

  test("becomes that of v2.contract.reopened by the rules", () => {
    const closed = revive(eventSamples["v2.contract.closed"]);
    const sample = eventSamples["v2.contract.reopened"];
    const now = new Date(sample.updated_date);
    expect(ended(closed, decideReopening(closed, new Date(sample.end_date), [], now), now)).toEqual(sample);
  });

  test("becomes that of v2.contract.updated by a change of its end", () => {
    const sample = eventSamples["v2.contract.updated"];
    const endDate = new Date(sample.end_date);
    const moved = {
      ...opened,
      endDate,
      updatedAt: new Date(sample.updated_date),
      products: opened.products.map((product) => ({ ...product, endDate })),
    };
    expect(priced(opened, moved)).toEqual(sample);
    expect(new Date(sample.updated_date) < opened.startDate).toBe(true);
  });

  test("is renewed into that of v2.contract.renewed by the rules", () => {
    const sample = eventSamples["v2.contract.renewed"];
    const renewal = reviveRenewal(eventSamples["v2.contract.renewal.enabled"]);
    const names = { cid: sample.cid ?? "", tariffId: "trf_1", newCpid: () => Object.keys(sample.products)[0] ?? "" };
    expect(priced(null, renewContract(opened, renewal, names, opened.endDate))).toEqual(sample);
  });
});

describe("the sample renewal", () => {
  const enabled = reviveRenewal(eventSamples["v2.contract.renewal.enabled"]);
  const rejected = reviveRenewal(eventSamples["v2.contract.renewal.rejected"]);

  test("is scheduled for the end of the sample contract", () => {
    const { endDate } = revive(eventSamples["v2.contract.created"]);
    expect(scheduleFor(endDate, insurerCalendar)).toEqual({
      renewalScheduledFor: enabled.renewalScheduledFor,
      notificationScheduledFor: enabled.notificationScheduledFor,
    });
  });

  test.each([
    ["v2.contract.renewal.updated", enabled],
    ["v2.contract.renewal.rejected", enabled],
    ["v2.contract.renewal.resumed", rejected],
  ] as const)("of %s differs from the one before only by what that event changes", (eventType, before) => {
    expect(eventsOf(before, reviveRenewal(eventSamples[eventType]))).toEqual([eventType]);
  });

  test("of the notice has it as sent at the time when it was due", () => {
    const { notified, notified_at, notification_scheduled_for } = eventSamples["v2.contract.renewal.notification"];
    expect({ notified, notified_at }).toEqual({ notified: true, notified_at: notification_scheduled_for });
  });

  test("of v2.contract.renewal.updated has a duration that its contract allows", () => {
    const contract = revive(eventSamples["v2.contract.created"]);
    const { duration_months, updated_at } = eventSamples["v2.contract.renewal.updated"];
    const change = decideRenewalChange({ ...contract, cid: enabled.cid, worldId: 1 }, enabled, { duration_months }, new Date(updated_at));
    expect(change.durationMonths).toBe(duration_months);
  });
});

describe("the sample claim", () => {
  const statuses = Object.fromEntries(
    eventTypes
      .filter((eventType) => eventCatalogue[eventType].payload === "claim")
      .map((eventType) => [eventType, (eventSamples[eventType] as { status: string }).status]),
  );

  test("has the status of each event", () => {
    expect(statuses).toMatchObject({
      "v2.claim.draft.created": "draft",
      "v2.claim.draft.ready": "draft",
      "v2.claim.draft.archived": "archived",
      "v2.claim.created": "submitted",
      "v2.claim.closed": "closed",
      "v2.claim.reopened": "in_progress",
      "v2.claim.abandoned": "abandoned",
      "v2.claim.refused": "rejected",
      "v2.claim.document.requested": "pending_info",
    });
  });

  test.each(eventTypes.filter((eventType) => eventCatalogue[eventType].payload === "claim"))("of %s is consistent", (eventType) => {
    const { data } = eventPayload(eventType).parse({ event_type: eventType, data: eventSamples[eventType] });
    if (!("claimId" in data)) throw new Error("this is no claim");
    const isDraft = data.status === "draft" || data.status === "archived";
    expect(data.claimId === null).toBe(isDraft);
    expect(data.declarationAt === data.createdAt).toBe(isDraft);
    const mandatory = data.documentEntries.filter(({ category }) => category === "mandatory");
    expect(data.canSubmit).toBe(mandatory.every(({ document, status }) => document !== null && status !== "rejected"));
    for (const { status, document } of data.documentEntries) {
      expect(document === null).toBe(status === "waiting_for");
      expect(document?.refusalReason ?? null).toEqual(status === "rejected" ? expect.any(String) : null);
    }
    expect(data.abandonedAt !== null).toBe(data.status === "abandoned");
    expect(data.updatedAt >= data.createdAt).toBe(true);
  });

  test("of a returned settlement includes the new attempt", () => {
    const settlements = eventSamples["v2.claim.settlement.returned"].settlements.map(({ type, paymentAt }) => [type, paymentAt === null]);
    expect(settlements).toEqual([
      ["refund", false],
      ["returned", true],
      ["refund", true],
    ]);
    expect(eventSamples["v2.claim.settlement.created"].settlements).toMatchObject([{ type: "refund", paymentAt: null }]);
    expect(eventSamples["v2.claim.settlement.paid"].settlements).toMatchObject([{ type: "refund", paymentAt: expect.any(String) }]);
  });
});

/** A sample as rules see it: the bike of 2,400 euros. */
function revive(sample: WireContract): Contract {
  return {
    ...insurerCalendar,
    cid: sample.cid ?? null,
    uid: sample.uid,
    contractType: sample.contract_type,
    status: sample.status,
    test: sample.test,
    startDate: new Date(sample.start_date),
    endDate: new Date(sample.end_date),
    options: sample.options,
    company: null,
    individual: null,
    tariffId: "trf_1",
    terminationPlanned: false,
    endReason: null,
    endedAt: null,
    createdAt: new Date(sample.created_date),
    updatedAt: new Date(sample.updated_date),
    source: null,
    products: Object.entries(sample.products).map(([cpid, entry]) => ({
      cpid,
      productId: entry.product_id,
      productType: "bike",
      productSubtype: "electric" as const,
      valueExclCents: 240_000,
      status: entry.status,
      startDate: new Date(entry.start_date),
      endDate: new Date(entry.end_date),
      data: entry.data,
      priceCents: centsFromEuros(entry.price),
      replacedBy: entry.replaced_by ?? null,
      endReason: null,
    })),
  };
}

function reviveRenewal(sample: RenewalPayload) {
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    arid: sample.id,
    worldId: 1,
    cid: sample.cid,
    defaultApplication: sample.default_application,
    useNotification: sample.use_notification,
    durationMonths: sample.duration_months,
    extension: sample.extension,
    rejectedAt: instant(sample.rejected_at),
    renewalScheduledFor: new Date(sample.renewal_scheduled_for),
    notificationScheduledFor: new Date(sample.notification_scheduled_for),
    notifiedAt: instant(sample.notified_at),
    appliedAt: instant(sample.applied_at),
    nextCid: sample.next_cid,
    droppedAt: null,
    createdAt: new Date(sample.created_at),
    updatedAt: new Date(sample.updated_at),
  };
}
