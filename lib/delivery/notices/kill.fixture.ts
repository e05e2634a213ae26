import { once } from "node:events";
import { sql } from "#db/client.ts";
import { sendDueNotices } from "#jobs/maintenance.ts";
import { noticeOutages } from "#lib/delivery/webhook-settings/outages.ts";

// A process of its own, which a test kills: it finds a cause, writes its notices, and sends them.
const now = new Date(process.argv[2] ?? "");
await sql`select 1`;
process.send?.("connected");
await once(process, "message");
await noticeOutages(now);
await sendDueNotices(now);
process.send?.("done");
process.disconnect();
await sql.end();
