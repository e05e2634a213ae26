import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAddress, isPublicAddress } from "#lib/delivery/webhooks/rules/callback-url.ts";

describe("a public address is allowed", () => {
  test.each([
    "1.1.1.1",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:4860:4860::8888",
    "2a00:1450:4007:80e::200e",
    "2606:4700::1111",
    "::ffff:1.1.1.1",
    "::ffff:101:101",
    "64:ff9b::1.1.1.1",
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

// rules/deliveries.md#webhooks-3
describe("an address that is not public is refused", () => {
  test.each([
    ["unspecified", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["shared by carriers", "100.64.0.1"],
    ["shared by carriers: metadata of Alibaba", "100.100.100.200"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["link-local: metadata", "169.254.169.254"],
    ["link-local: credentials of containers", "169.254.170.2"],
    ["protocol assignments: metadata of Oracle", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.1"],
    ["documentation", "203.0.113.1"],
    ["6to4 relays", "192.88.99.1"],
    ["benchmarks", "198.18.0.1"],
    ["benchmarks", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["the platform of Azure", "168.63.129.16"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["loopback at length", "0:0:0:0:0:0:0:1"],
    ["loopback, mapped", "::ffff:127.0.0.1"],
    ["loopback, mapped, in hex", "::ffff:7f00:1"],
    ["metadata, mapped", "::ffff:a9fe:a9fe"],
    ["the platform of Azure, mapped", "::ffff:168.63.129.16"],
    ["loopback, compatible", "::127.0.0.1"],
    ["public, compatible", "::1.1.1.1"],
    ["loopback, translated", "::ffff:0:127.0.0.1"],
    ["loopback behind NAT64", "64:ff9b::7f00:1"],
    ["metadata behind NAT64", "64:ff9b::169.254.169.254"],
    ["NAT64 of a private network", "64:ff9b:1::1.1.1.1"],
    ["loopback through 6to4", "2002:7f00:1::"],
    ["private through 6to4", "2002:c0a8:101::1"],
    ["public through 6to4", "2002:101:101::1"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:80ff:fffe"],
    ["unique local", "fc00::1"],
    ["unique local: metadata of AWS", "fd00:ec2::254"],
    ["unique local: metadata of Google", "fd20:ce::254"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["public with a zone", "2606:4700::1111%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["benchmarks", "2001:2::1"],
    ["ORCHID", "2001:20::1"],
    ["discarded", "100::1"],
    ["segment routing", "5f00::1"],
    ["given to nobody", "4000::1"],
  ])("%s: %s", (_kind, address) => {
    expect(isAddress(address.split("%")[0]!)).toBe(true);
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a text that is no plain address is refused", () => {
  test.each([
    "",
    "example.com",
    "1.1.1",
    "16843009",
    "0x01010101",
    "01.1.1.1",
    "1.1.1.256",
    "1.1.1.1.",
    "[::1]",
    "::ffff:010.1.1.1",
    "1::2::3",
    ":::",
    "::1%lo",
    " 1.1.1.1",
  ])("%j", (text) => {
    expect(isAddress(text)).toBe(false);
    expect(isPublicAddress(text)).toBe(false);
  });
});

test("IPv4 inside IPv6 is public if it is public by itself", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom("::ffff:", "64:ff9b::", "0:0:0:0:0:FFFF:"), (address, prefix) => {
      expect(isPublicAddress(prefix + address)).toBe(isPublicAddress(address));
    }),
    { numRuns: 500 },
  );
});

test("every address is recognised, and no other text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(isAddress(address)).toBe(true);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0 1 2 5 9 a c f x . : % [ ]".split(" "), " ") }), (text) => {
      expect(isAddress(text)).toBe(isIP(text) !== 0 && !text.includes("%"));
    }),
    { numRuns: 5000 },
  );
});
