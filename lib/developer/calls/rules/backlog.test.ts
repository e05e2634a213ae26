import { describe, expect, test } from "vitest";
import { keepNewest } from "#lib/developer/calls/rules/backlog.ts";

const call = (asked: number, answered: number | null) => ({
  request_body: "a".repeat(asked),
  response_body: answered === null ? null : "b".repeat(answered),
});

describe("the backlog keeps", () => {
  test.each([
    { limit: "all calls within the limits", calls: [call(1, 2), call(0, null), call(3, 4)], most: { calls: 3, characters: 10 }, kept: 3 },
    { limit: "no more calls than the limit", calls: [call(0, 0), call(0, 0), call(0, 0)], most: { calls: 2, characters: 10 }, kept: 2 },
    {
      limit: "no more characters than the limit",
      calls: [call(0, 0), call(3, 3), call(5, null)],
      most: { calls: 9, characters: 10 },
      kept: 1,
    },
    { limit: "no call where the last one is too long", calls: [call(0, 0), call(11, 0)], most: { calls: 9, characters: 10 }, kept: 0 },
    { limit: "no call of an empty backlog", calls: [], most: { calls: 9, characters: 10 }, kept: 0 },
  ])("$limit", ({ calls, most, kept }) => {
    expect(keepNewest(calls, most)).toEqual(calls.slice(calls.length - kept));
  });
});
