import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { db, sql } from "#db/client.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";

changeSettings({ AUDIT_TO_LOG: true, LOG_LEVEL: "silent" });

const stream = Reflect.get(log, pino.symbols.streamSym) as { write: (line: string) => boolean };
const write = vi.spyOn(stream, "write").mockReturnValue(true);
const linesAbout = (subjectId: string) => write.mock.calls.map(([line]) => line).filter((line) => line.includes(subjectId));

const ada = operatorContext("Ada", new Date("2026-03-01T10:00:00Z"));
const key = `cg_live_${"a1B2".repeat(8)}`;
const secret = `whsec_${"c3D4".repeat(8)}`;

// rules/authority.md#audit-5
test("an entry is one line of JSON after its commit, as it is stored, and with no secret", async () => {
  const subjectId = newId("whk");
  await db.transaction(async (tx) => {
    const details = { url: "https://hooks.example/x", note: `was ${secret}\n{"level":60}` };
    await recordAudit(tx, ada, { action: "webhook.changed", subjectId, reason: `instead of ${key}`, details });
    expect(linesAbout(subjectId)).toEqual([]);
  });
  const [line = "", ...others] = linesAbout(subjectId);
  expect(others).toEqual([]);
  expect(line).not.toContain(key.slice(0, 16));
  expect(line).not.toContain(secret);
  expect(line.trimEnd()).not.toContain("\n");
  const [stored] = await sql<[{ id: string }]>`select id from audit_entries where subject_id = ${subjectId}`;
  expect(JSON.parse(line)).toMatchObject({
    level: 30,
    msg: "audit entry",
    audit: {
      id: stored.id,
      at: "2026-03-01T10:00:00.000Z",
      actor: { type: "staff", name: "Ada" },
      action: "webhook.changed",
      subjectId,
      reason: "instead of cg_live_a1B2",
      address: null,
      details: { url: "https://hooks.example/x", note: 'was whsec_[removed]\n{"level":60}' },
    },
  });
});

test("an entry that is rolled back is no line", async () => {
  const subjectId = newId("whk");
  const change = db.transaction(async (tx) => {
    await recordAudit(tx, ada, { action: "webhook.deleted", subjectId });
    throw new Error("refused after it");
  });
  await expect(change).rejects.toThrow("refused after it");
  await db.transaction((tx) => recordAudit(tx, ada, { action: "webhook.deleted", subjectId: `${subjectId}-next` }));
  expect(linesAbout(subjectId)).toHaveLength(1);
  expect(linesAbout(`${subjectId}-next`)).toHaveLength(1);
});

test("without the setting no entry is a line", async () => {
  env.AUDIT_TO_LOG = false;
  const subjectId = newId("whk");
  await db.transaction((tx) => recordAudit(tx, ada, { action: "webhook.deleted", subjectId }));
  expect(linesAbout(subjectId)).toEqual([]);
});
