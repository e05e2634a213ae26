import postgres from "postgres";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { connectionParameters } from "#db/connection-parameters.ts";
import { env } from "#lib/env.ts";
import { readTestSettings } from "#scripts/settings.ts";

/** What a server is started with that changes no plan: where it is, and that tests need not survive a power cut. */
const ofPlaceAndSafety = [
  "data_directory",
  "fsync",
  "full_page_writes",
  "listen_addresses",
  "port",
  "synchronous_commit",
  "unix_socket_directories",
];

test.skipIf(readTestSettings().TEST_DATABASE_URL !== undefined)("the embedded Postgres runs with stock settings", async () => {
  const stock = postgres(env.DATABASE_URL, { max: 1 });
  const given = await stock<{ name: string }[]>`select name from pg_settings where source = 'command line' order by name`;
  await stock.end();
  expect(given.map(({ name }) => name).filter((name) => !ofPlaceAndSafety.includes(name))).toEqual([]);
});

test("statements and transactions run with the connection's settings, whatever the server's are", async () => {
  const read = async (run: typeof sql.unsafe) => {
    const rows = await run<{ name: string; setting: string }[]>("select name, setting from pg_settings where source = 'client'");
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  const expected = { ...connectionParameters, jit: "off", random_page_cost: "1.1" };
  expect(await read(sql.unsafe)).toMatchObject(expected);
  expect(await sql.begin((tx) => read(tx.unsafe))).toMatchObject(expected);
});
