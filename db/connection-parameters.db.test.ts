import { readFileSync } from "node:fs";
import postgres from "postgres";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { keepAliveParameters, pooledParameters, sessionParameters } from "#db/connection-parameters.ts";
import { env } from "#lib/platform/env.ts";
import { readTestSettings } from "#scripts/settings.ts";

/** Start-up settings that change no plan: the place of the server, and less durability for tests. */
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
    const names = Object.keys(sessionParameters).map((name) => `'${name}'`);
    const rows = await run<{ name: string; setting: string }[]>(
      `select name, setting from pg_settings where source = 'client' and name in (${names.join()})`,
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  const settings = [await read(sql.unsafe), await sql.begin((tx) => read(tx.unsafe))];
  // A parameter of an extension is listed once the session has used it.
  const { "pg_trgm.similarity_threshold": _, ...expected } = sessionParameters;
  for (const each of settings) expect(each).toMatchObject(expected);
});

test("the guide of poolers gives a role what a pooler refuses, and names all that it has to ignore", () => {
  const guide = readFileSync(new URL("../docs/operations/pooler.md", import.meta.url), "utf8");
  const ofRole = Object.keys(sessionParameters).filter((name) => !(name in pooledParameters));
  const given = [...guide.matchAll(/^alter role \S+ set (\S+) = /gm)].map(([, name]) => name);
  expect(new Set(given)).toEqual(new Set(ofRole));
  const ignored = /^ignore_startup_parameters = (.*)$/m.exec(guide)?.[1]?.split(",") ?? [];
  expect(new Set(ignored)).toEqual(new Set([...ofRole, ...Object.keys(keepAliveParameters)]));
});
