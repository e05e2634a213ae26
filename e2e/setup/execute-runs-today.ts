import { withDatabase } from "#scripts/admin/database.ts";

/** Lets the bank execute every payment file of a running Covergate today, on days on which it executes none. */
await withDatabase(async () => {
  const { sql } = await import("#db/client.ts");
  await sql`update payment_runs set execute_on = least(execute_on, (now() at time zone 'Europe/Paris')::date)`;
});
