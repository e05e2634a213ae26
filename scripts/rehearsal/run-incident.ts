import { setTimeout as pause } from "node:timers/promises";
import { withTimeout } from "#lib/time/with-timeout.ts";
import { until } from "#scripts/rehearsal/incidents.ts";
import type { Incident } from "#scripts/rehearsal/incidents.ts";
import type { Prometheus } from "#scripts/rehearsal/prometheus.ts";
import type { Stage } from "#scripts/rehearsal/stage.ts";

const pollMs = 500;
const longestMs = 400_000;

/** An alarm that fired, and when it resolved; undefined while it fires. */
interface Fired {
  name: string;
  at: number;
  resolvedAt: number | undefined;
}

/** Instants in milliseconds; `healedAt` is when healing began. */
export interface Lived {
  incident: Incident;
  beganAt: number;
  healedAt: number;
  overAt: number;
  fired: Fired[];
  /** What did not come about in time: an alarm that stayed silent or stayed on. */
  failure: string | undefined;
}

/** Keeps an eye on all alarms until the process ends. */
export function watchAlarms(prometheus: Prometheus): { fired: Fired[]; stop: () => Promise<void> } {
  const fired: Fired[] = [];
  let isEnough = false;
  const watching = (async () => {
    while (!isEnough) {
      const firing = await prometheus.firing();
      const at = Date.now();
      for (const alarm of fired) if (alarm.resolvedAt === undefined && !firing.has(alarm.name)) alarm.resolvedAt = at;
      for (const name of firing) {
        if (!fired.some((alarm) => alarm.name === name && alarm.resolvedAt === undefined)) fired.push({ name, at, resolvedAt: undefined });
      }
      await pause(pollMs);
    }
  })();
  return {
    fired,
    async stop() {
      isEnough = true;
      await watching;
    },
  };
}

/** Begins an incident, waits for its alarms, heals it, and waits until nothing of it is left. */
export async function runIncident(stage: Stage, incident: Incident, alarms: readonly Fired[]): Promise<Lived> {
  const beganAt = Date.now();
  const own = () => alarms.filter(({ at }) => at >= beganAt);
  const stays = (name: string) => incident.stays?.[name] !== undefined;
  let failure: string | undefined;
  const wait = async (what: string, isSo: () => Promise<boolean> | boolean) => {
    let isLate = false;
    await withTimeout(
      longestMs,
      until(async () => isLate || isSo()),
    ).catch(() => {
      isLate = true;
      failure ??= `${what} did not come about in ${longestMs / 1000} s`;
    });
  };
  await incident.begin(stage);
  for (const name of incident.alarms) await wait(`${name} fires`, () => own().some((alarm) => alarm.name === name));
  const healedAt = Date.now();
  await incident.heal(stage);
  await wait("every alarm resolves", () => own().every(({ name, resolvedAt }) => resolvedAt !== undefined || stays(name)));
  const { after } = incident;
  if (after !== undefined) await wait(after.what, () => after.until(stage));
  return { incident, beganAt, healedAt, overAt: Date.now(), fired: own(), failure };
}
