import postgres from "postgres";
import { ensurePartitions } from "#db/partitions.ts";
import { describeGoals, describeMachine, table } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import type { Running } from "#server/lifecycle.ts";

const goalMs = 50;
const msPerDay = 86_400_000;
/** How often each text is looked for. */
const turns = 4;

/** Measures the searches of the lists in a world that it fills itself; returns the section as Markdown. */
export async function measureSearch(running: Running, settings: Record<string, string>, { rounds = turns }: BenchOptions): Promise<string> {
  const now = new Date();
  await makeDays(settings["DATABASE_URL"] ?? "", now);
  // Imported late: they read the settings.
  const { sql } = await import("#db/client.ts");
  const { withPatience } = await import("#db/deadline.ts");
  const { ensureVolumePartner } = await import("#scripts/load/partner.ts");
  const { operatorContext } = await import("#lib/account/users/roles.ts");
  const { fillSearched, searchedRows } = await import("#scripts/bench/search-data.ts");
  const { searchesOf } = await import("#scripts/bench/searches.ts");
  running.onStop(() => sql.end());
  const { world } = (await ensureVolumePartner(operatorContext("benchmark", now))).worlds.production;
  await withPatience(() => fillSearched(world.id, now));
  const rows: string[][] = [];
  const all: number[] = [];
  for (const [name, searches] of Object.entries(await searchesOf(world, now))) {
    const taken: number[] = [];
    let found = 0;
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const search of searches) {
        const begun = performance.now();
        const count = await search();
        // The first turn reads from disk what the others find in memory.
        if (turn > 0) taken.push(performance.now() - begun);
        else found += count > 0 ? 1 : 0;
      }
    }
    all.push(...taken);
    rows.push([name, String(searches.length), String(found), ...[0.5, 0.95, 1].map((share) => at(taken, share).toFixed(1))]);
    console.log(rows.at(-1)?.join(" · "));
  }
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  const counts = Object.entries(searchedRows).map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
  return [
    describeMachine(server?.version ?? "", ["postgres"]),
    "",
    `${counts.join(", ")} and a fifth as many events in one environment. Each text ${rounds - 1} times after a first one, one after the other.`,
    "",
    ...describeGoals([
      { goal: `A search comes in under ${goalMs} ms (p95)`, measured: `${at(all, 0.95).toFixed(1)} ms`, met: at(all, 0.95) < goalMs },
    ]),
    "",
    ...table(["Search", "texts", "found", "p50 ms", "p95 ms", "slowest ms"], rows),
  ].join("\n");
}

/** Makes the partitions of the last 30 days. */
async function makeDays(url: string, now: Date): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  for (const age of [31, 23, 15, 7]) await ensurePartitions(sql, new Date(now.getTime() - age * msPerDay));
  await sql.end();
}

function at(taken: readonly number[], share: number): number {
  const sorted = taken.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
