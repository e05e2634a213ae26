import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase } from "#db/migrate.ts";
import { openPooledDatabase } from "#e2e/foreign/pooler.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { examine } from "#scripts/admin/doctor.fixture.ts";

const program = findProgram("pgbouncer");
const [, minor] =
  program === undefined ? [] : (/PgBouncer 1\.(\d+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout) ?? []);
const keepsStatements = Number(minor) >= 21;

test.skipIf(program === undefined)("the doctor tells whether this machine's pgbouncer keeps prepared statements", async () => {
  // An old one does not start with the guide's line for prepared statements.
  const pooled = await (keepsStatements
    ? openPooledDatabase(program ?? "")
    : openPooledDatabase(program ?? "", "pool_mode = transaction\n"));
  onTestFinished(() => pooled.stop());
  await migrateDatabase(pooled.directUrl, { setting: "DATABASE_DIRECT_URL" });
  const { found } = await examine({
    ...serverEnvironment,
    APP_SECRET: testEnvironment.APP_SECRET,
    DATA_DIR: pooled.directory,
    DATABASE_URL: pooled.url,
    DATABASE_DIRECT_URL: pooled.directUrl,
  });
  expect(found["pooler"]).toEqual(
    keepsStatements
      ? { state: "good", says: "DATABASE_DIRECT_URL is the server behind DATABASE_URL" }
      : { state: "wrong", says: expect.stringContaining("PgBouncer needs 1.21 or newer") as string },
  );
});
