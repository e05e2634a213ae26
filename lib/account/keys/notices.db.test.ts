import { describe, expect, test } from "vitest";
import { listNotices, markNoticesSeen } from "#lib/account/keys/notices.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";

const now = new Date("2027-01-01T10:00:00.000Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** Keys of both environments, one replaced, and one revoked an hour later. */
async function makeNews() {
  const made = await makeOwner();
  const next = await regenerate(staffAt(now), { partnerId: made.id, environment: "production", overlap: 24, reason: "rotation" });
  await revoke(staffAt(inHours(1)), made.keys.development.id, "leaked");
  const told = async (hours: number, id = made.ownerId) =>
    (await listNotices({ user: { id }, realTime: inHours(hours) })).map(({ kind, environment }) => `${kind} ${environment}`);
  return { ...made, next, told };
}

describe("the key notices of a partner's owners", () => {
  // rules/access.md#keys-9
  test("say for both environments what was done, why, and until when the old key works", async () => {
    const { ownerId, next, keys } = await makeNews();
    await makeNews();
    const preview = (key: { text: string }) => keyPreview(key.text);
    expect(await listNotices({ user: { id: ownerId }, realTime: inHours(2) })).toEqual([
      {
        kind: "revoked",
        at: inHours(1),
        environment: "development",
        keyId: keys.development.id,
        old: { preview: preview(keys.development), endsAt: inHours(1), reason: "leaked" },
      },
      {
        kind: "regenerated",
        at: now,
        environment: "production",
        keyId: next.id,
        preview: preview(next),
        old: { preview: preview(keys.production), endsAt: inHours(24), reason: "rotation" },
      },
    ]);
  });

  test("are empty for a partner's first keys", async () => {
    const { ownerId } = await makeOwner();
    expect(await listNotices({ user: { id: ownerId }, realTime: now })).toEqual([]);
  });

  test("end for a user who has seen them, and for nobody else", async () => {
    const { id, ownerId, told } = await makeNews();
    const other = await makeUser({ role: "owner", partnerId: id });
    await markNoticesSeen({ user: { id: ownerId }, realTime: inHours(2) }, inHours(1));
    expect(await told(2)).toEqual([]);
    expect(await told(2, other.id)).toEqual(["revoked development", "regenerated production"]);
  });

  test("stay if they came after the page was shown", async () => {
    const { ownerId, told } = await makeNews();
    await markNoticesSeen({ user: { id: ownerId }, realTime: inHours(2) }, now);
    expect(await told(2)).toEqual(["revoked development"]);
  });

  test("never return once seen, and cannot be marked as seen in advance", async () => {
    const { id, ownerId, told } = await makeNews();
    await markNoticesSeen({ user: { id: ownerId }, realTime: inHours(2) }, inHours(1));
    await markNoticesSeen({ user: { id: ownerId }, realTime: inHours(3) }, now);
    expect(await told(3), "an older window takes nothing back").toEqual([]);
    await markNoticesSeen({ user: { id: ownerId }, realTime: inHours(3) }, inHours(1000));
    await regenerate(staffAt(inHours(4)), { partnerId: id, environment: "development", overlap: 0, reason: "as asked" });
    expect(await told(5)).toEqual(["regenerated development"]);
  });
});
