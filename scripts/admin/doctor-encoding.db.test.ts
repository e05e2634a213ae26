import { afterAll, expect, inject, test } from "vitest";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { connectTo } from "#e2e/setup/own-database.ts";
import { databaseChecks } from "#scripts/admin/doctor-database.ts";

/** A cluster that was made without LANG has this encoding. */
const { url, remove } = await createDatabase(inject("databaseServer"), "template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'");
afterAll(remove);
await connectTo(url);

test("the doctor finds a database that knows no letters but those of ASCII", async () => {
  expect(await databaseChecks["encoding"]?.()).toEqual(["wrong", expect.stringMatching(/^SQL_ASCII: accented names/)]);
});
