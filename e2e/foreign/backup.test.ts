import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { superuser } from "#db/embedded/cluster.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { findPostgres, startStockPostgres } from "#e2e/foreign/stock-postgres.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";

const root = join(import.meta.dirname, "../..");
const page = (name: string) => readFileSync(join(root, "docs/operations", name), "utf8");
const stock = findPostgres();
const hasTools = stock !== undefined && findProgram("pg_dump") !== undefined && findProgram("psql") !== undefined;

/** The first block of a language after a text of the page. */
function blockOf(name: string, language: string, after: string): string {
  const text = page(name);
  const found = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(text.slice(text.indexOf(after)));
  if (found === null || !text.includes(after)) throw new Error(`${name} has no block in ${language} after ${after}`);
  return found[1] ?? "";
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

async function execute(url: string, block: string): Promise<void> {
  await onServer(url, async (sql) => {
    for (const statement of block.split(";\n").filter((text) => text.trim() !== "")) await sql.unsafe(statement);
  });
}

async function start(): Promise<{ url: string; host: string; directory: string }> {
  const server = await startStockPostgres(stock ?? "");
  onTestFinished(() => server.stop());
  return { ...server, host: new URL(server.url).host };
}

describe.skipIf(!hasTools)("with this machine's Postgres and its programs", () => {
  test("the documented commands back up and restore a database that has pg_stat_statements, with no password in their arguments", async () => {
    const [from, to] = [await start(), await start()];
    const home = mkdtempSync(join(tmpdir(), "covergate-backup-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const roles = blockOf("database.md", "sql", "## Create the roles");
    for (const { url } of [from, to]) await execute(url, roles);
    const at = (host: string) => `postgres://covergate_a:${encodeURIComponent("choose one")}@${host}/covergate`;
    await migrateDatabase(at(from.host));
    const inCovergate = Object.assign(new URL(from.url), { pathname: "covergate" }).href;
    await onServer(inCovergate, (sql) => sql`create extension pg_stat_statements`);
    await execute(to.url, "drop database covergate");

    mkdirSync(join(home, "data/documents"), { recursive: true });
    writeFileSync(join(home, "data/documents/doc_one"), "a document");
    const password = [from, to].map(({ host }) => `${host}:covergate:covergate_a:choose one\n`).join("");
    writeFileSync(join(home, ".pgpass"), password, { mode: 0o600 });
    const run = (block: string, settings: Record<string, string>) =>
      execFileSync("sh", ["-euc", block], {
        cwd: home,
        env: { ...serverEnvironment, HOME: home, ...settings },
        stdio: ["ignore", "pipe", "pipe"],
      });
    run(blockOf("backup.md", "sh", "2. Dump the database first"), {
      BACKUP_URL: `postgres://covergate_a@${from.host}/covergate`,
      DATA_DIR: join(home, "data"),
    });
    const [, toPort = ""] = to.host.split(":");
    const restore = blockOf("backup.md", "sh", "2. Restore both")
      .replace("--host=… --username=…", `--host=127.0.0.1 --port=${toPort} --username=${superuser}`)
      .replaceAll("bin/covergate admin", `"${process.execPath}" "${root}/scripts/admin.ts"`);
    const settings = {
      PGPASSWORD: "",
      FRESH: `postgres://covergate_a@${to.host}/covergate`,
      DATA_DIR: join(home, "restored"),
      DATABASE_URL: at(to.host),
      APP_SECRET: testEnvironment.APP_SECRET,
    };
    writeFileSync(join(home, ".pgpass"), `${password}${to.host}:*:${superuser}:secret\n`, { mode: 0o600 });
    // A dump of another kind, which has the extension too, is restored by the same commands.
    run(`pg_dump --format=custom --file=covergate.dump "$BACKUP_URL"`, { BACKUP_URL: `postgres://covergate_a@${from.host}/covergate` });
    run(restore, settings);
    const count = async (host: string) => {
      let rows: unknown;
      await onServer(at(host), async (sql) => {
        rows = await sql`select tablename, tableowner from pg_tables where schemaname in ('public', 'drizzle') order by 1`;
      });
      return rows;
    };
    expect(await count(to.host)).toEqual(await count(from.host));
    expect(existsSync(join(home, "restored/documents/doc_one"))).toBe(true);
  });

  test("the roles of compose.yaml's Postgres let Covergate start, as no superuser, and take the superuser's password", async () => {
    const { url, host } = await start();
    const [, port = ""] = host.split(":");
    const as = (role: string) => `postgres://${role}:secret@${host}/postgres`;
    // The image has a superuser of another name.
    await onServer(url, (sql) => sql`create role helper superuser login password 'secret'`);
    await onServer(as("helper"), (sql) => sql.unsafe(`alter role ${superuser} rename to postgres`));
    execFileSync("sh", [join(root, "ops/postgres-roles.sh")], {
      env: { ...serverEnvironment, POSTGRES_PASSWORD: "of'covergate", PGHOST: "127.0.0.1", PGPORT: port, PGPASSWORD: "secret" },
    });
    const login = `postgres://covergate:${encodeURIComponent("of'covergate")}@${host}/covergate`;
    await migrateDatabase(login);
    await onServer(login, async (sql) => {
      expect(await sql`select rolsuper from pg_roles where rolname in (session_user, current_user)`).toEqual([
        { rolsuper: false },
        { rolsuper: false },
      ]);
    });
    await onServer(as("helper"), async (sql) => {
      expect(await sql`select rolpassword from pg_authid where rolname = 'postgres'`).toEqual([{ rolpassword: null }]);
    });
  });
});
