import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listContractions } from "#db/contractions.ts";
import { readMigrations } from "#db/pending-migrations.ts";

const folder = join(import.meta.dirname, "migrations");
const changelog = readFileSync(join(import.meta.dirname, "../CHANGELOG.md"), "utf8");

test.each([
  `DROP INDEX "calls_by_error_class"`,
  `ALTER TABLE "idempotency_keys" DROP COLUMN "batch"`,
  `ALTER TABLE "idempotency_keys" DROP "batch"`,
  `DROP TABLE "deployments"`,
  `ALTER TABLE "claims" RENAME COLUMN "note" TO "remark"`,
  `ALTER TABLE "claims" ALTER COLUMN "note" SET NOT NULL`,
  `ALTER TABLE "renters" ADD COLUMN "time_zone" text DEFAULT 'Europe/Paris' NOT NULL`,
  `ALTER TABLE "claims" ALTER COLUMN "note" SET DATA TYPE integer`,
])("a migration with %s is refused, since the release before reads or writes it", (statement) => {
  expect(listContractions([`-- A sentence about it.\n${statement};`])).toHaveLength(1);
});

test.each([
  `ALTER TABLE "settlements" ADD COLUMN "reason" text`,
  `ALTER TABLE "users" DROP CONSTRAINT "users_role"`,
  `ALTER TABLE "payee_account_proposals" ALTER COLUMN "renter_uid" DROP NOT NULL`,
  `CREATE TABLE "mailbox" ("id" text PRIMARY KEY NOT NULL)`,
  `-- This does not drop anything.\nCREATE INDEX "mailbox_by_time" ON "mailbox" USING btree ("at")`,
])("a migration with %s is accepted", (statement) => {
  expect(listContractions([statement])).toEqual([]);
});

test("no migration after 1.0 takes away what the release before reads, unless nothing does or it runs alone", () => {
  const [, ...later] = readMigrations(folder);
  const refused = later.flatMap(({ tag, statements, alone }) => {
    const unread = /^-- Unread since (\d+\.\d+\.\d+)\.$/m.exec(statements.join(""))?.[1];
    const isReleased = unread !== undefined && changelog.includes(`\n## ${unread} - `);
    return isReleased || alone !== undefined ? [] : listContractions(statements).map((statement) => `${tag}: ${statement}`);
  });
  expect(refused).toEqual([]);
});

test("the migrations that 1.0 replaces contract, which the rule finds", () => {
  const contracting = readMigrations(join(folder, "before-1.0")).filter(({ statements }) => listContractions(statements).length > 0);
  expect(contracting.map(({ tag }) => tag)).toContain("0037_refused-calls");
});
