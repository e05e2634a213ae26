import { describe, expect, test } from "vitest";
import { noticesOf } from "#lib/account/keys/rules/notices.ts";
import type { NoticedKey } from "#lib/account/keys/rules/notices.ts";

const day = 86_400_000;
const now = new Date("2027-03-31T12:00:00.000Z");
const ago = (days: number) => new Date(now.getTime() - days * day);

function key(id: string, createdAt: Date, ended: Partial<NoticedKey> = {}): NoticedKey {
  return {
    id,
    name: null,
    environment: "production",
    preview: `cg_live_${id}`,
    createdAt,
    expiresAt: null,
    revokedAt: null,
    revokedReason: null,
    ...ended,
  };
}

const told = (keys: readonly NoticedKey[], seenAt: Date | null = null) =>
  noticesOf(keys, { seenAt, now }).map(({ kind, keyId, old }) => [kind, keyId, old && [old.preview, old.endsAt, old.reason]]);

describe("an owner's notices of the keys", () => {
  test.each([
    ["nothing of the first key of an environment", [key("a", ago(1))], []],
    [
      "that a key was replaced, and until when the old one works",
      [key("a", ago(90), { expiresAt: ago(-5), revokedReason: "rotation" }), key("b", ago(2))],
      [["regenerated", "b", ["cg_live_a", ago(-5), "rotation"]]],
    ],
    [
      "that a key was replaced at once, which is no revocation besides",
      [key("a", ago(90), { revokedAt: ago(2), revokedReason: "leaked" }), key("b", ago(2))],
      [["regenerated", "b", ["cg_live_a", ago(2), "leaked"]]],
    ],
    [
      "that a key was revoked",
      [key("a", ago(90), { revokedAt: ago(2), revokedReason: "leaked" })],
      [["revoked", "a", ["cg_live_a", ago(2), "leaked"]]],
    ],
    [
      "that there is a new key some time after the only one was revoked",
      [key("a", ago(90), { revokedAt: ago(3), revokedReason: "leaked" }), key("b", ago(2))],
      [
        ["regenerated", "b", null],
        ["revoked", "a", ["cg_live_a", ago(3), "leaked"]],
      ],
    ],
    [
      "that an overlap was cut short",
      [key("a", ago(90), { expiresAt: ago(-5), revokedAt: ago(1), revokedReason: "leaked" }), key("b", ago(2))],
      [
        ["revoked", "a", ["cg_live_a", ago(1), "leaked"]],
        ["regenerated", "b", ["cg_live_a", ago(1), "leaked"]],
      ],
    ],
    [
      "nothing of a key that is revoked when its overlap was over",
      [key("a", ago(90), { expiresAt: ago(20), revokedAt: ago(1), revokedReason: "tidied" }), key("b", ago(40))],
      [],
    ],
    [
      "nothing of a named key that owners created, and that support revoked one",
      [
        key("a", ago(90)),
        key("b", ago(2), { name: "till" }),
        key("c", ago(80), { name: "web", revokedAt: ago(1), revokedReason: "leaked" }),
      ],
      [["revoked", "c", ["cg_live_c", ago(1), "leaked"]]],
    ],
    ["nothing that is older than a month", [key("a", ago(90), { revokedAt: ago(31), revokedReason: "leaked" }), key("b", ago(31))], []],
  ])("say %s", (_name, keys, notices) => {
    expect(told(keys)).toEqual(notices);
    expect(told(keys.toReversed()), "in whatever order they were read").toEqual(notices);
  });

  test("have what was done since the last look, to the millisecond", () => {
    const keys = [key("a", ago(90), { revokedAt: ago(3), revokedReason: "leaked" }), key("b", ago(2)), key("c", ago(1))];
    expect(told(keys).map(([, id]) => id)).toEqual(["c", "b", "a"]);
    expect(told(keys, ago(2)).map(([, id]) => id)).toEqual(["c"]);
    expect(told(keys, new Date(ago(2).getTime() - 1)).map(([, id]) => id)).toEqual(["c", "b"]);
    expect(told(keys, now)).toEqual([]);
  });

  test("are separate for each environment", () => {
    const keys = [key("a", ago(90)), key("b", ago(80), { environment: "development" }), key("c", ago(1), { environment: "development" })];
    expect(noticesOf(keys, { seenAt: null, now })).toMatchObject([{ kind: "regenerated", environment: "development", keyId: "c" }]);
  });
});
