import { expect, test } from "vitest";
import { maskUrl } from "#lib/webhooks/rules/mask-url.ts";

test.each([
  ["https://hooks.example.com/in?token=s3cret", "https://hooks.example.com/in?•••"],
  ["https://hooks.example.com/?s3cret", "https://hooks.example.com/?•••"],
  ["https://hooks.example.com:8443/in?", "https://hooks.example.com:8443/in"],
  ["https://hooks.example.com/in", "https://hooks.example.com/in"],
])("%s is shown as %s", (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});
