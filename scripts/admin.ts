import { withDatabase } from "#scripts/admin/database.ts";
import { runAdmin } from "#scripts/admin/program.ts";

process.exitCode = await runAdmin(process.argv.slice(2), { withDatabase, print: console.log, complain: console.error });

// An abandoned query, such as one of the doctor's, may hold a connection open.
const lingerMs = 2_000;
setTimeout(() => process.exit(), lingerMs).unref();
