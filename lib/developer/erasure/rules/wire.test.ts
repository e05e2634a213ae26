import { expect, test } from "vitest";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { eraseWire, erased } from "#lib/developer/erasure/rules/wire.ts";
import { eventPayload, eventSamples } from "#lib/developer/events/samples.ts";

const kinds = Object.keys(eventCatalogue) as EventType[];

test.each(kinds)("%s still has its published shape without the data of persons, and erasing twice changes nothing", (eventType) => {
  const payload = { event_type: eventType, data: eventSamples[eventType] };
  const once = eraseWire(payload);
  expect(eventPayload(eventType).parse(once)).toEqual(once);
  expect(eraseWire(once)).toEqual(once);
});

test("an answer to an upload loses what documents are called, and keeps what they are", () => {
  const document = { id: "doc_1", type: "Her passport", title: "Passport", mimeType: "image/png", refusalReason: "Too dark", note: "Hers" };
  expect(eraseWire({ success: true, data: [document] })).toEqual({
    success: true,
    data: [{ id: "doc_1", type: erased, title: erased, mimeType: "image/png", refusalReason: erased, note: null }],
  });
});
