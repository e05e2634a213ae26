import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { countRequest, shareRequestCounts } from "#lib/account/keys/request-counts.ts";

await useOwnDatabase();

const limit = 1000;
const now = new Date("2029-06-15T10:00:30.000Z");

test("requests are counted once, even while the database is slow", async () => {
  const keyId = "key_of_this_test";
  void countRequest(keyId, limit, now);
  await shareRequestCounts();
  let sharing: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`select from rate_windows where key_id = ${keyId} for update`;
    void countRequest(keyId, limit, now);
    const first = shareRequestCounts();
    void countRequest(keyId, limit, now);
    sharing = Promise.all([first, shareRequestCounts()]);
  });
  await sharing;
  const [row] = await sql`select requests from rate_windows where key_id = ${keyId}`;
  expect(row).toEqual({ requests: 3 });
  expect(countRequest(keyId, limit, now)).toBe(4);
  await shareRequestCounts();
});
