import { describe, expect, test } from "vitest";
import { keptBytes, readKept, redactBody, redactText } from "#lib/platform/log/redact.ts";

const secret = "IavpdvZucrWW3sgiWhz8tMwdvy3INh231wvSAe";

// rules/call-log.md#record-2
describe("the part of a text that the call log stores", () => {
  test.each([
    ["a text without secrets", "GET /v2/contracts?cid=01JD", "GET /v2/contracts?cid=01JD"],
    ["an empty text", "", ""],
    ["a key of each environment", `cg_dev_${secret} and cg_live_${secret}`, "cg_dev_[removed] and cg_live_[removed]"],
    ["a key in JSON", `{"key":"cg_live_${secret}","uid":"a"}`, '{"key":"cg_live_[removed]","uid":"a"}'],
    ["what begins as a key and is none", "cg_dev_short cg_test_aaaaaaaaaaaa", "cg_dev_short cg_test_aaaaaaaaaaaa"],
    ["a signature", `"https://example.com/d?a=1&signature=${secret}&b=2"`, '"https://example.com/d?a=1&signature=[removed]&b=2"'],
    ["a signature that comes first", `?signature=${secret}`, "?signature=[removed]"],
    ["a signing secret", `"whsec_${secret}"`, '"whsec_[removed]"'],
    ["a key in percent-encoding", `a=cg%5Fdev%5F${secret}&b=1`, "a=cg%5Fdev%5F[removed]&b=1"],
    ["a key encoded twice", `a=cg%255flive%255f${secret}%26b`, "a=cg%255flive%255f[removed]%26b"],
    ["a key whose letters are encoded", `%63g_dev_%49${secret}`, "%63g_dev_[removed]"],
    ["a key in JSON's escapes", `{"k":"\\u0063g_dev_${secret}","uid":"a"}`, '{"k":"\\u0063g_dev_[removed]","uid":"a"}'],
    [
      "a key in JSON within JSON",
      `{"k":"{\\"key\\":\\"\\\\u0063g_dev_${secret}\\"}"}`,
      '{"k":"{\\"key\\":\\"\\\\u0063g_dev_[removed]\\"}"}',
    ],
    ["a signature in percent-encoding", `u=%2Fd%3Fa%3D1%26signature%3D${secret}%26b`, "u=%2Fd%3Fa%3D1%26signature%3D[removed]%26b"],
    ["two keys, escaped and not", `cg_dev_${secret} cg%5Fdev%5F${secret}.`, "cg_dev_[removed] cg%5Fdev%5F[removed]."],
    ["escapes without a secret", "a%20b \\u00e9 \\\\ %zz", "a%20b \\u00e9 \\\\ %zz"],
    ["NUL, which no column takes", "a\0b\0", "a\uFFFDb\uFFFD"],
    ["NUL beside a key and in a signature", `\0cg_dev_${secret}\0 ?signature=ab\0cd`, "\uFFFDcg_dev_[removed]\uFFFD ?signature=[removed]"],
  ])("%s", (_name, text, kept) => {
    expect(redactText(text)).toBe(kept);
  });

  test("a missing or empty body is stored as none", () => {
    expect([redactBody(null), redactBody("")]).toEqual([null, null]);
  });

  test.each(["a", "é", "🚲"])("is cut at a whole character and marked as cut for a body of %s", (character) => {
    const body = redactBody(character.repeat(keptBytes + 1)) ?? "";
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(keptBytes);
    const { text, isCut } = readKept(body);
    expect(isCut).toBe(true);
    expect(text.replaceAll(character, "")).toBe("");
    expect(Buffer.byteLength(text)).toBeGreaterThan(keptBytes - 64);
  });

  test("is the whole body where it is exactly at the limit", () => {
    const body = "a".repeat(keptBytes);
    expect(redactBody(body)).toBe(body);
  });

  test("contains no part of a key that lies across the cut", () => {
    for (let before = keptBytes - 60; before <= keptBytes; before += 1) {
      expect(redactBody(`${"a".repeat(before)}cg_dev_${secret}${"b".repeat(100)}`)).not.toContain(secret.slice(0, 8));
    }
  });
});

test("the token of a claim link is removed from an address", () => {
  expect(redactText('{"url":"https://api.example/claim/sV1x0Zt8Kq3mYc7Wb2Rn5PdLf9E"}')).toBe(
    '{"url":"https://api.example/claim/[removed]"}',
  );
  expect(redactText("/v2/claims/claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A")).toBe("/v2/claims/claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A");
});
