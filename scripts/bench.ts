import { parseArgs } from "node:util";
import { z } from "zod";
import { SetupError } from "#db/embedded/setup-error.ts";
import { withDatabase } from "#scripts/admin/database.ts";
import { measureApi } from "#scripts/bench/api.ts";
import { openDatabase } from "#scripts/bench/database.ts";
import { measureEvents } from "#scripts/bench/events.ts";
import { writeSection } from "#scripts/bench/report.ts";
import { runUntilStopped } from "#scripts/lifecycle.ts";
import { completeEnvironment } from "#scripts/settings.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    seconds: { type: "string" },
    connections: { type: "string", default: "32" },
    contracts: { type: "string", default: "100000" },
    times: { type: "string", default: "100" },
  },
});
const count = z.coerce.number().int().positive();
const options = z
  .object({ rounds: count.optional(), seconds: count.optional(), connections: count, contracts: count, times: count })
  .parse(values);

/** What is measured, each part into a section of its own. */
const parts = { api: measureApi, events: measureEvents };
type Part = keyof typeof parts;

await runUntilStopped(async (running) => {
  // By itself, on a database that is there and full (npm run seed:load).
  if (positionals.join(" ") === "lists") {
    const text = await withDatabase(async () => (await import("#scripts/bench/lists.ts")).measureLists(options.times));
    writeSection("lists", text);
    console.log(`\n${text}\n\nWritten to docs/benchmarks.md.\n`);
    return running.stop(0);
  }
  const chosen = choose(positionals);
  const settings = { ...(await openDatabase(running)), APP_SECRET: "a-secret-of-the-benchmark-that-guards-nothing", LOG_LEVEL: "error" };
  // One connection, which then knows every statement that was prepared.
  completeEnvironment({ ...settings, DATABASE_POOL: "1" });
  for (const part of chosen) {
    const text = await parts[part](running, settings, options);
    writeSection(part, text);
    console.log(`\n${text}\n\nWritten to docs/benchmarks.md.\n`);
  }
  running.stop(0);
});

/** All parts, or those named. */
function choose(names: readonly string[]): Part[] {
  const all = Object.keys(parts) as Part[];
  const unknown = names.find((name) => !all.some((part) => part === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no part ${unknown}: the parts are ${all.join(", ")} and, by itself, lists.`);
  }
  return names.length === 0 ? all : all.filter((part) => names.includes(part));
}
