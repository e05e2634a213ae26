import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError } from "commander";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { measureApi } from "#scripts/bench/api.ts";
import { measureDeliveries } from "#scripts/bench/deliveries.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import { writeSection } from "#scripts/bench/report.ts";
import { completeEnvironment } from "#scripts/settings.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";

/** The measurements, each with its own section. */
const parts = {
  api: measureApi,
  deliveries: measureDeliveries,
  // Imported late: it reads the settings.
  pages: async (...options: Parameters<typeof measureApi>) => (await import("#scripts/bench/pages.ts")).measurePages(...options),
};
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

const command = new Command("npm run bench --")
  .description("Measures Covergate and writes the figures into docs/benchmarks.md.")
  .addArgument(new Argument("[parts...]", "what to measure; everything where none is named").choices(partNames))
  .option("--rounds <number>", "how often contenders are measured, in turns; as often as the part wants where it is not said", readCount)
  .option("--seconds <number>", "how long each is measured; as long as the part wants where it is not said", readCount)
  .option("--connections <number>", "connections that load the API", readCount, 32)
  .option("--times <number>", "how often each page is read", readCount, 40)
  .option("--calls <number>", "calls of the large partner of the pages, which scale all that it has", readCount, 1_020_000)
  .parse();
const options = command.opts<BenchOptions>();
const asked = command.args as Part[];

await runUntilStopped(async (running) => {
  const chosen = partNames.filter((part) => asked.length === 0 || asked.includes(part));
  const [only = "api", ...others] = chosen;
  // Each in a process of its own, so that nothing of one runs beside the next.
  if (others.length > 0) return running.stop(measureApart(chosen));
  const settings = { ...(await openDatabase(running)), APP_SECRET: "a-secret-of-the-benchmark-that-guards-nothing", LOG_LEVEL: "error" };
  // A single connection, which soon has every statement prepared; pages read over several at once.
  completeEnvironment({ ...settings, DATABASE_POOL: only === "pages" ? "10" : "1" });
  const text = await parts[only](running, settings, options);
  writeSection(only, text);
  console.log(`\n${text}\n\nWritten to docs/benchmarks.md.\n`);
  running.stop(0);
});

/** Measures the parts one after the other with the same options; returns the first exit code other than 0. */
function measureApart(chosen: readonly Part[]): number {
  const given = Object.entries(options).flatMap(([name, count]) => (count === undefined ? [] : [`--${name}`, String(count)]));
  for (const part of chosen) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, part, ...given], { stdio: "inherit" });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

function readCount(part: string): number {
  if (!/^[1-9]\d{0,8}$/.test(part)) throw new InvalidArgumentError("It must be a whole number of 1 or more.");
  return Number(part);
}

/** Starts an embedded Postgres with an empty database in a temporary directory, with production durability; returns its settings. */
async function openDatabase(running: Running): Promise<{ DATABASE_URL: string; DATABASE_SOCKET: string; DATA_DIR: string }> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-bench-"));
  running.onStop(async () => rmSync(directory, { recursive: true }));
  const embedded = await reserveEmbeddedPostgres(directory, { durable: true });
  const postgres = await embedded.start();
  running.onStop(() => postgres.stop());
  await migrateDatabase(embedded.url);
  return { DATABASE_URL: embedded.url, DATABASE_SOCKET: embedded.socket ?? "", DATA_DIR: directory };
}
