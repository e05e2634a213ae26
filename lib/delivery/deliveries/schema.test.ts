import { expect, test } from "vitest";
import { deliveryFilter } from "#lib/delivery/deliveries/schema.ts";

test("a filter is parsed from the address and narrows only by what it names", () => {
  expect(deliveryFilter.parse({})).toEqual({});
  expect(
    deliveryFilter.parse({
      status: "delivering",
      eventType: "v2.claim.closed",
      response: "5xx",
      from: "2027-01-01T10:00:00+01:00",
      search: " evt_1 ",
    }),
  ).toEqual({
    status: "delivering",
    eventType: "v2.claim.closed",
    response: "5xx",
    from: new Date("2027-01-01T09:00:00.000Z"),
    search: "evt_1",
  });
});

test.each([
  { status: "lost" },
  { eventType: "v2.contract.exploded" },
  { response: "abc" },
  { response: "6xx" },
  { response: "99" },
  { from: "yesterday" },
  { to: "2027-01-01T10:00:00" },
  { search: "" },
  { other: "x" },
])("%j is refused as a filter", (sent) => {
  expect(deliveryFilter.safeParse(sent).success).toBe(false);
});

test.each(["200", "404", "2xx", "5xx", "none"])("a response can be %s", (response) => {
  expect(deliveryFilter.parse({ response })).toEqual({ response });
});
