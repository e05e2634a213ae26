import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { dropPartition, ensurePartitions, listPartitions } from "#db/partitions.ts";
import { findPostgres, startStockPostgres } from "#e2e/foreign/stock-postgres.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/operations/database.md"), "utf8");
const blocks = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) => sql);

async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-roles-"));
  const embedded = await reserveEmbeddedPostgres(directory, { durable: false });
  const server = await embedded.start();
  return {
    url: embedded.url,
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

const stock = findPostgres();
const servers = [
  { name: "the embedded Postgres", isHere: true, start: startEmbedded },
  { name: "the postgres of this machine", isHere: stock !== undefined, start: () => startStockPostgres(stock ?? "") },
];

function connect(url: string): postgres.Sql {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  return sql;
}

async function dropLastPartition(sql: postgres.Sql): Promise<boolean> {
  const last = (await listPartitions(sql, "calls")).at(-1);
  return last !== undefined && dropPartition(sql, last);
}

/** The statements of a block one by one, since a database is not created in a transaction. */
async function execute(sql: postgres.Sql, block = ""): Promise<void> {
  for (const statement of block.split(";\n").filter((text) => text.trim() !== "")) await sql.unsafe(statement);
}

describe.each(servers)("on $name", ({ isHere, start }) => {
  const open = async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const as = (role: string, password: string, database = "covergate") => {
      const { host } = new URL(server.url);
      return `postgres://${role}:${encodeURIComponent(password)}@${host}/${database}`;
    };
    return { server, as };
  };
  test.skipIf(!isHere)(
    "the documented roles, created by the administrator of a managed server, suffice, and the login can be replaced while in use",
    async () => {
      const { server, as } = await open();
      const [create, second, drop] = blocks;
      const superuser = connect(server.url);
      await superuser`create role administrator login createdb createrole password 'manages'`;
      const administrator = connect(as("administrator", "manages", "postgres"));
      await execute(administrator, create);
      const [urlOfA, urlOfB] = [as("covergate_a", "choose one"), as("covergate_b", "choose another")];
      await migrateDatabase(urlOfA);
      const first = connect(urlOfA);
      expect(await first`select distinct tableowner from pg_tables where schemaname in ('public', 'drizzle')`).toEqual([
        { tableowner: "covergate_owner" },
      ]);

      await execute(administrator, second);
      await migrateDatabase(urlOfB);
      const later = new Date(currentTime().getTime() + 30 * 86_400_000);
      await ensurePartitions(connect(urlOfB), later);
      // Each changes what the other made.
      expect(await dropLastPartition(first)).toBe(true);
      await first.end();
      await execute(administrator, drop);
      await ensurePartitions(connect(urlOfB), later);
      await expect(connect(urlOfA)`select 1`).rejects.toMatchObject({ code: expect.stringMatching(/^28/) as string });
    },
  );

  test.skipIf(!isHere)("a login that owns everything can transfer ownership while in use", async () => {
    const { server, as } = await open();
    const superuser = connect(server.url);
    await superuser`create role covergate_a login password 'choose one'`;
    await superuser`create database covergate owner covergate_a`;
    const urlOfA = as("covergate_a", "choose one");
    await migrateDatabase(urlOfA);
    const running = connect(urlOfA);
    await running`select 1`;
    const inDatabase = connect(server.url.replace(/[^/]*$/, "covergate"));
    await execute(inDatabase, blocks[3]);
    const later = new Date(currentTime().getTime() + 30 * 86_400_000);
    expect(await dropLastPartition(running)).toBe(true);
    await ensurePartitions(running, later);
    await running.end();
    const [, reassign = ""] = (blocks[3] ?? "").split("\n");
    await inDatabase.unsafe(reassign);
    await execute(inDatabase, blocks[1]);
    await execute(inDatabase, blocks[2]);
    await ensurePartitions(connect(as("covergate_b", "choose another")), later);
  });

  test.skipIf(!isHere)("a role without a right gets an error that names it", async () => {
    const { server, as } = await open();
    const superuser = connect(server.url);
    await superuser`create role poor login password 'poor'`;
    await superuser`create database covergate`;
    const url = as("poor", "poor");
    await expect(migrateDatabase(url)).rejects.toThrow(
      "permission denied for database covergate. The role in DATABASE_URL needs the right CREATE on the database (docs/operations/database.md",
    );
    await superuser`grant create on database covergate to poor`;
    await expect(migrateDatabase(url)).rejects.toThrow(/permission denied for schema public. .* needs the right CREATE on that schema/);
  });
});
