import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { examine, makeDatabase, mayAll, root, setRole, undo, undoAll } from "#scripts/admin/doctor.fixture.ts";

afterEach(() => undoAll(undo));

/** Runs the doctor on a database behind a pooler, with a role that has these settings. */
async function examinePooled(settings: (role: string) => string): Promise<Record<string, { state: string; says: string }>> {
  const direct = await makeDatabase(inject("pristineDatabase"));
  const pooled = await setRole(direct, (role) => `${mayAll(role)} ${settings(role)}`);
  const { found } = await examine({
    ...serverEnvironment,
    APP_SECRET: testEnvironment.APP_SECRET,
    DATA_DIR: inject("dataDirectory"),
    DATABASE_URL: pooled,
    // Another spelling of the same, so that DATABASE_URL counts as a pooler.
    DATABASE_DIRECT_URL: pooled.replace("127.0.0.1", "localhost"),
  });
  return found;
}

test("the doctor names each setting that the role behind a pooler lacks", async () => {
  const found = await examinePooled(
    (role) => `alter role ${role} set bytea_output = escape; alter role ${role} set statement_timeout = '20s';
    alter role ${role} set default_transaction_isolation = serializable; alter role ${role} set default_transaction_read_only = on`,
  );
  expect(found).toMatchObject({
    jit: { state: "wrong", says: expect.stringMatching(/^on: .* give the role jit = off/) as string },
    rights: {
      state: "wrong",
      says: expect.stringMatching(
        /^every write is refused: default_transaction_read_only is on for this role; .* nearly full disk/,
      ) as string,
    },
    sessions: { state: "wrong" },
  });
  const says = found["sessions"]?.says ?? "";
  expect(says.replace(/ \(docs.*/, "").split("; ")).toEqual([
    "bytea_output is escape, not hex",
    "default_transaction_isolation is serializable, not read committed",
    "default_transaction_read_only is on, not off",
    'search_path is "$user", public, not public',
    "statement_timeout is 20000, not 0",
    "lock_timeout is 0, not 9000",
    "idle_in_transaction_session_timeout is 0, not 7000",
    "parallel_setup_cost is 1000, not 10000",
    "random_page_cost is 4, not 1.1",
  ]);
});

test("the doctor finds sessions in order behind a pooler whose role has the settings of the guide", async () => {
  const guide = readFileSync(join(root, "docs/operations/pooler.md"), "utf8");
  const [lines = ""] = /^alter role[^`]*/m.exec(guide) ?? [];
  const found = await examinePooled((role) => lines.replaceAll("covergate_a", role));
  expect(found).toMatchObject({
    jit: { state: "good" },
    sessions: { state: "good" },
    pooler: { state: "good" },
    rights: { state: "good" },
  });
});
