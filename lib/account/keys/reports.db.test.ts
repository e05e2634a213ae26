import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "#db/client.ts";
import { keyReports } from "#db/schema/partners.ts";
import { auditEntries } from "#db/schema/security.ts";
import { listForSupport, listOfWorld } from "#lib/account/keys/list.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { listReports, report } from "#lib/account/keys/reports.ts";
import { keyListQuery } from "#lib/account/keys/requests.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";

const now = new Date("2027-01-01T10:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const note = { note: "It was in a screenshot in a public issue." };
const support = staffAt(now);

const stored = (keyId: string) => db.select().from(keyReports).where(eq(keyReports.keyId, keyId)).orderBy(keyReports.id);
const auditOf = (keyId: string) => db.select().from(auditEntries).where(eq(auditEntries.subjectId, keyId)).orderBy(auditEntries.id);

/** The outcome of each: "done", or the key of the error. */
async function endingsOf(attempts: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) => (one.status === "fulfilled" ? "done" : String((one.reason as { key?: string }).key))).toSorted();
}

describe("a reported key", () => {
  test("is at the top of support's keys with what happened, who reported it and when", async () => {
    const { owner, ownerId, id, keys } = await makeOwner();
    const filed = await report(owner("production", now), keys.production.id, note);
    const { reports, count } = await listReports(support);
    expect(count).toBeGreaterThanOrEqual(1);
    expect(reports.find((one) => one.id === filed.id)).toMatchObject({
      keyId: keys.production.id,
      preview: keys.production.text.slice(0, 12),
      state: "active",
      partnerId: id,
      environment: "production",
      ...note,
      reportedAt: now,
      reportedBy: { id: ownerId, name: "Ada Martin" },
    });
    const [key] = await listOfWorld(owner("production", now));
    expect(key?.report).toEqual({ at: now, by: "Ada Martin", ...note });
  });

  test("is audited with the note, without any key that the note quotes", async () => {
    const { owner, ownerId, keys } = await makeOwner();
    const { id, text } = keys.production;
    await report(owner("production", now), id, { note: `I have pasted ${text} into a chat` });
    const traces = [await stored(id), await auditOf(id), await listReports(support)];
    expect(JSON.stringify(traces)).not.toContain(text.slice(0, 13));
    expect(traces[1]).toMatchObject([
      {
        action: "key.reported",
        reason: `I have pasted ${text.slice(0, 12)} into a chat`,
        actor: { type: "user", userId: ownerId },
        address: "192.0.2.7",
      },
    ]);
  });

  test("has one open report: of several concurrent ones the first wins, and the others are refused", async () => {
    const { owner, keys } = await makeOwner();
    const ctx = owner("production", now);
    const attempts = Array.from({ length: 5 }, () => report(ctx, keys.production.id, note));
    expect(await endingsOf(attempts)).toEqual(["done", ...Array.from({ length: 4 }, () => "keyReportedBefore")]);
    expect(await stored(keys.production.id)).toHaveLength(1);
    expect(await auditOf(keys.production.id)).toHaveLength(1);
  });

  test("must be the owner's own, of this environment, and working", async () => {
    const [{ owner, keys, id }, stranger] = await Promise.all([makeOwner(), makeOwner()]);
    for (const keyId of [stranger.keys.production.id, keys.development.id, "key_nowhere"]) {
      await expect(report(owner("production", now), keyId, note)).rejects.toBeInstanceOf(NotFound);
      expect(await stored(keyId)).toEqual([]);
    }
    await regenerate(support, { partnerId: id, environment: "production", overlap: 24, reason: "rotation" });
    await expect(report(owner("production", inDays(1)), keys.production.id, note)).rejects.toMatchObject({ key: "keyNotWorking" });
  });

  test.each(["", "   ", "x".repeat(2001)])("is refused with a note of %j", async (text) => {
    const { owner, keys } = await makeOwner();
    await expect(report(owner("production", now), keys.production.id, { note: text })).rejects.toThrow("note");
    expect(await stored(keys.production.id)).toEqual([]);
  });
});

describe("a report is closed", () => {
  test("by revoking its key, at the same time and by the same user", async () => {
    const { owner, keys } = await makeOwner();
    await report(owner("production", now), keys.production.id, note);
    await report(owner("development", now), keys.development.id, note);
    await revoke(staffAt(inDays(1)), keys.production.id, "leaked");
    expect(await stored(keys.production.id)).toMatchObject([{ closedAt: inDays(1), closedBy: "usr_tests" }]);
    expect(await stored(keys.development.id), "another key's stays open").toMatchObject([{ closedAt: null, closedBy: null }]);
  });

  test("by replacing its key at once", async () => {
    const { owner, id, keys } = await makeOwner();
    await report(owner("production", now), keys.production.id, note);
    await report(owner("development", now), keys.development.id, note);
    await regenerate(support, { partnerId: id, environment: "production", overlap: 0, reason: "leaked" });
    expect(await stored(keys.production.id)).toMatchObject([{ closedAt: now }]);
    expect(await stored(keys.development.id)).toMatchObject([{ closedAt: null }]);
  });

  // rules/access.md#keys-11
  test("only at the end of the overlap where the key is replaced with one; until then support and the owners see it", async () => {
    const { owner, id, keys } = await makeOwner();
    const filed = await report(owner("production", now), keys.production.id, note);
    await regenerate(support, { partnerId: id, environment: "production", overlap: 24, reason: "leaked" });
    const seenAfter = async (hours: number) => {
      const at = new Date(now.getTime() + hours * 3_600_000);
      const { reports } = await listReports(staffAt(at));
      const own = await listOfWorld(owner("production", at));
      const ofSupport = await listForSupport(staffAt(at), keyListQuery.parse({ partner: id, environment: "production" }));
      return [
        reports.some((one) => one.id === filed.id),
        own.find((key) => key.id === keys.production.id)?.report !== null,
        ofSupport.rows.find((key) => key.id === keys.production.id)?.isReported,
      ];
    };
    expect(await seenAfter(23)).toEqual([true, true, true]);
    expect(await seenAfter(24)).toEqual([false, false, false]);
  });

  test("in every race of reporting and revoking: none stays open for a revoked key", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { owner, keys } = await makeOwner();
      const { id } = keys.production;
      const reporting = report(owner("production", now), id, note);
      const endings = await endingsOf([reporting, revoke(support, id, "leaked")]);
      expect([
        ["done", "done"],
        ["done", "keyNotWorking"],
      ]).toContainEqual(endings);
      expect((await stored(id)).filter(({ closedAt }) => closedAt === null)).toEqual([]);
    }
  });
});
