import { text } from "node:stream/consumers";
import type { SampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { withDatabase } from "#scripts/admin/database.ts";

/** Calls of a partner's Development. */
export interface CallsOfPartner {
  partnerId: string;
  calls: (Omit<SampleCall, "at"> & { at: string })[];
}

/** Puts the calls that standard input describes into the log of a running Covergate, for answers that no request provokes. */
const { partnerId, calls } = JSON.parse(await text(process.stdin)) as CallsOfPartner;
await withDatabase(async () => {
  const { sql } = await import("#db/client.ts");
  const { insertCalls } = await import("#lib/developer/calls/calls.fixture.ts");
  const [world] = await sql<{ id: number }[]>`select id from worlds where partner_id = ${partnerId} and environment = 'development'`;
  if (world === undefined) throw new Error(`there is no partner ${partnerId}`);
  await insertCalls(
    world.id,
    calls.map((call) => ({ ...call, at: new Date(call.at) })),
  );
});
