import { withDatabase } from "#scripts/admin/database.ts";
import { runAdmin } from "#scripts/admin/run.ts";

process.exitCode = await runAdmin(process.argv.slice(2), { withDatabase, print: console.log, complain: console.error });
