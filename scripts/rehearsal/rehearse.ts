import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfStale } from "#scripts/build.ts";
import { drawDashboard } from "#scripts/rehearsal/dashboard.ts";
import { incidents } from "#scripts/rehearsal/incidents.ts";
import { describeDay, writeRecord } from "#scripts/rehearsal/record.ts";
import { runIncident, watchAlarms } from "#scripts/rehearsal/run-incident.ts";
import type { Lived } from "#scripts/rehearsal/run-incident.ts";
import { setStage } from "#scripts/rehearsal/stage.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

const picture = join(import.meta.dirname, "../../docs/images/rehearsal.png");
/** What every window of the alarms is divided by. */
const factor = 10;
/** For the load to become steady, and for what is usual to be seen beside the incidents. */
const settleMs = 60_000;
/** Longer than what is under way at the end of one incident, which then has nothing to do with the next. */
const betweenMs = 15_000;

await runUntilStopped(async (running) => {
  const chosen = process.argv.slice(2);
  await buildIfStale(running);
  console.log("Starting a primary, its standby, two instances, a store, a mail server, a receiver and Prometheus…");
  const stage = await setStage(running, factor);
  const watch = watchAlarms(stage.prometheus);
  running.onStop(() => watch.stop());
  const startedAt = Date.now();
  await pause(settleMs);
  const lived: Lived[] = [];
  const skipped: { name: string; why: string }[] = [];
  for (const incident of incidents) {
    if (chosen.length > 0 && !chosen.some((word) => incident.name.toLowerCase().includes(word.toLowerCase()))) continue;
    const why = incident.lacks?.(stage);
    if (why !== undefined) {
      skipped.push({ name: incident.name, why });
      console.log(`${incident.name}: not rehearsed, since ${why}.`);
      continue;
    }
    console.log(`${incident.name}: ${incident.begun}…`);
    const one = await runIncident(stage, incident, watch.fired);
    lived.push(one);
    await pause(betweenMs);
    for (const { name, at, resolvedAt } of one.fired) {
      const ended = resolvedAt === undefined ? "and still does" : `for ${Math.round((resolvedAt - at) / 1000)} s`;
      console.log(`  ${name} fired after ${Math.round((at - one.beganAt) / 1000)} s, ${ended}`);
    }
    console.log(`  ${one.failure ?? `over ${Math.round((one.overAt - one.healedAt) / 1000)} s after it was healed`}`);
  }
  await stage.load.stop();
  // Imported late: it reads the settings.
  const { countLost } = await import("#scripts/rehearsal/count-lost.ts");
  const { between, unknown } = await countLost(stage);
  const { answers } = stage.load;
  const { takenOff } = stage.prometheus;
  const empty = await drawDashboard(stage.prometheus, lived, Date.now(), chosen.length === 0 ? picture : join(tmpdir(), "rehearsal.png"));
  if (empty.length > 0) console.log(`Panels of the dashboard without data: ${empty.join(", ")}`);
  const text = describeDay({ lived, skipped, answers, between, unknown, postgresVersion: stage.postgresVersion, factor, takenOff });
  console.log(`\n${text}\n`);
  if (chosen.length === 0) {
    writeRecord(text);
    console.log("Written to docs/rehearsal.md.\n");
  }
  const counts = between(0, Number.POSITIVE_INFINITY);
  for (const refusal of new Set(stage.load.refused)) console.log(refusal);
  const isWhole =
    [counts.stored, counts.told, counts.arrived].every((count) => count === counts.acknowledged) &&
    unknown.length === 0 &&
    stage.load.refused.length === 0;
  const strange = watch.fired.filter(({ at }) => at < (lived[0]?.beganAt ?? startedAt));
  if (strange.length > 0) console.log(`Fired before anything had happened: ${strange.map(({ name }) => name).join(", ")}`);
  running.stop(isWhole && empty.length === 0 && strange.length === 0 && lived.every(({ failure }) => failure === undefined) ? 0 : 1);
});
