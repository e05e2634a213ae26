import { text } from "node:stream/consumers";
import { withDatabase } from "#scripts/admin/database.ts";

/** Has the user whose e-mail address standard input names have proved who they are eleven minutes earlier than they did. */
const email = await text(process.stdin);
await withDatabase(async () => {
  const { sql } = await import("#db/client.ts");
  await sql`
    update sessions set authenticated_at = authenticated_at - interval '11 minutes', factor_proved_at = factor_proved_at - interval '11 minutes'
    where user_id = (select id from users where email = ${email})`;
});
