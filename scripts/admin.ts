import { withDatabase } from "#scripts/admin/database.ts";
import { runAdmin } from "#scripts/admin/run.ts";

process.exitCode = await runAdmin(process.argv.slice(2), { withDatabase, print: console.log, complain: console.error });

// What was asked and never answered, as by the doctor, may hold a connection open.
const lingerMs = 2_000;
setTimeout(() => process.exit(), lingerMs).unref();
