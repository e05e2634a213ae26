import { expect, test } from "vitest";
import { forwardedAddress } from "#lib/http/client-address.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["203.0.113.9, 192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:51234", "192.0.2.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:51234", "2001:db8::1"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["unknown", "unknown"],
  ["203.0.113.9,", undefined],
  ["", undefined],
  [null, undefined],
])("%s is a request from %s", (header, address) => {
  expect(forwardedAddress(header)).toBe(address);
});
