import { describe, expect, test } from "vitest";
import { forwardedAddress, isFromOurPage } from "#lib/api/request.ts";

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
])("the forwarding header %s names the address %s", (header, address) => {
  expect(forwardedAddress(header)).toBe(address);
});

const ours = {
  host: "covergate.test",
  origin: "https://covergate.test",
  "x-forwarded-proto": "https",
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
};
type Changes = Partial<Record<keyof typeof ours, string | null>>;

function headersWith(changes: Changes): Headers {
  const entries = Object.entries({ ...ours, ...changes });
  return new Headers(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

describe("a state-changing request", () => {
  test.each<[string, Changes]>([
    ["as our own pages send it", {}],
    ["from an older browser, which tells the origin alone", { "sec-fetch-site": null }],
    ["from a browser that tells the site alone", { origin: null }],
    ["with a charset", { "content-type": "application/json; charset=utf-8" }],
    ["to another port of ours", { host: "covergate.test:3000", origin: "https://covergate.test:3000" }],
    ["by http", { origin: "http://covergate.test", "x-forwarded-proto": null }],
    ["to a host in capitals", { host: "Covergate.test" }],
  ])("is accepted %s", (_name, changes) => {
    expect(isFromOurPage(headersWith(changes), undefined)).toBe(true);
  });

  test("is accepted from the configured public address, whatever host a proxy sends", () => {
    expect(isFromOurPage(headersWith({ host: "127.0.0.1:3000" }), "https://covergate.test/")).toBe(true);
    expect(isFromOurPage(headersWith({ origin: "https://attacker.example", host: "attacker.example" }), "https://covergate.test/")).toBe(
      false,
    );
    expect(isFromOurPage(headersWith({ origin: "http://covergate.test" }), "https://covergate.test/")).toBe(false);
  });

  test.each<[string, Changes]>([
    ["from a page of another site", { origin: "https://attacker.example", "sec-fetch-site": "cross-site" }],
    ["from another site, told by the origin alone", { origin: "https://attacker.example", "sec-fetch-site": null }],
    ["from a neighbour under the same domain", { origin: "https://evil.covergate.test", "sec-fetch-site": "same-site" }],
    ["from an https page of the same host, where we speak http", { "x-forwarded-proto": null, "sec-fetch-site": null }],
    ["from an http page of the same host, where we speak https", { origin: "http://covergate.test", "sec-fetch-site": null }],
    ["from another port", { origin: "https://covergate.test:8443", "sec-fetch-site": null }],
    ["where origin and site contradict each other", { "sec-fetch-site": "cross-site" }],
    ["where the origin is another's and the site claims to be ours", { origin: "https://attacker.example" }],
    ["typed into the address bar or sent by an extension", { origin: null, "sec-fetch-site": "none" }],
    ["from a sandboxed frame", { origin: "null", "sec-fetch-site": null }],
    ["with an origin that cannot be read", { origin: "covergate.test" }],
    ["that tells nothing of where it comes from", { origin: null, "sec-fetch-site": null }],
    ["as a form sends it", { "content-type": "application/x-www-form-urlencoded" }],
    ["as text, which needs no leave", { "content-type": "text/plain" }],
    ["as text that mentions JSON", { "content-type": "text/plain; application/json" }],
    ["as something that begins like JSON", { "content-type": "application/jsonp" }],
    ["without a type", { "content-type": null }],
    ["without a host", { host: null, "sec-fetch-site": null }],
  ])("is refused %s", (_name, changes) => {
    expect(isFromOurPage(headersWith(changes), undefined)).toBe(false);
  });
});
