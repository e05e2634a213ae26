import { expect, test } from "vitest";
import { maskUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { openUrl, reencryptUrl, sealUrl } from "#lib/delivery/webhooks/stored-url.ts";

const url = "https://hooks.example.com:8443/in?token=s3cret&a=%20b";

// rules/deliveries.md#webhooks-6
test("a callback URL is stored without its token, and called with it", () => {
  const stored = sealUrl(url, "whk_1");
  expect(stored).not.toContain("s3cret");
  expect(openUrl(stored, "whk_1")).toBe(url);
  expect(maskUrl(stored)).toBe(maskUrl(url));
  expect(() => openUrl(stored, "whk_2")).toThrow("cannot be decrypted");
});

test("a URL without a query is stored unchanged, and one stored by an older release is called unchanged", () => {
  expect(sealUrl("https://hooks.example.com/in", "whk_1")).toBe("https://hooks.example.com/in");
  expect(openUrl(url, "whk_1")).toBe(url);
});

test("a URL stored by an older release is encrypted, once", () => {
  const stored = reencryptUrl(url, "whk_1") ?? "";
  expect(openUrl(stored, "whk_1")).toBe(url);
  expect([reencryptUrl(stored, "whk_1"), reencryptUrl("https://hooks.example.com/in", "whk_1")]).toEqual([undefined, undefined]);
});
