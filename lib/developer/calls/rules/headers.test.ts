import { describe, expect, test } from "vitest";
import { keepHeaders, readHeaders } from "#lib/developer/calls/rules/headers.ts";

const read = (headers: Record<string, string>) => readHeaders(keepHeaders(Object.entries(headers)));

describe("the headers of a call in the log", () => {
  test("are read back as they were", () => {
    const headers = { "content-type": "application/json", "user-agent": "Rental/2.1: beta", "x-empty": "" };
    expect(read(headers)).toEqual(Object.entries(headers).map(([name, value]) => ({ name, value })));
    expect(readHeaders(keepHeaders([]))).toBeNull();
  });

  test.each([
    ["key", "cg_dev_abcdefghijklmnop", "cg_dev_[removed]"],
    ["key", "somebody's password", "[removed]"],
    ["authorization", "Bearer cg_live_abcdefghijklmnop", "Bearer cg_live_[removed]"],
    ["authorization", "Basic dXNlcjpwYXNz", "[removed]"],
    ["cookie", "session=abc", "[removed]"],
    ["x-auth-token", "abc", "[removed]"],
    ["x-api-key", "abc", "[removed]"],
    ["webhook-signature", "v1,abc", "[removed]"],
    ["referer", "https://shop.example/?key=cg_live_abcdefghijklmnop", "https://shop.example/?key=cg_live_[removed]"],
    ["x-note", "two\r\nlines: of it", "two  lines: of it"],
  ])("hold no secret in %s: %s", (name, sent, kept) => {
    expect(read({ [name]: sent })).toEqual([{ name, value: kept }]);
  });

  test("are cut, however many and long they are", () => {
    const headers = keepHeaders(Array.from({ length: 500 }, (_none, index) => [`x-${index}`, "v".repeat(10_000)] as const));
    expect(headers?.length).toBeLessThanOrEqual(8_000);
    expect(readHeaders(headers)?.every(({ name, value }) => name.startsWith("x-") && value.length <= 500)).toBe(true);
  });
});
