import { expect, test } from "vitest";
import { GET } from "#app/v2/[[...path]]/route.ts";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

// Its schema is changed.
await useOwnDatabase();
changeSettings({ LOG_LEVEL: "silent" });

test("a call that needs what a later release has taken away is answered 503, so that its client repeats it", async () => {
  const { keys } = await makePartner();
  const read = () => GET(new Request("http://localhost/v2/products", { headers: { key: keys.development.text } }));
  expect((await read()).status).toBe(200);
  await sql`alter table products rename column title to headline`;
  const answer = await read();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  await sql`alter table products rename column headline to title`;
  await sql`alter table products rename to things`;
  expect((await read()).status).toBe(503);
  await sql`alter table things rename to products`;
  expect((await read()).status).toBe(200);
});
