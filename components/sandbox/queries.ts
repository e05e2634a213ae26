import { trpc } from "#components/kit/api/api.ts";
import type { Insurer } from "#lib/developer/sandbox/read-insurer.ts";
import type { WireClock } from "#lib/developer/sandbox/schema.ts";

export type ClockData = WireClock;
export type InsurerData = Insurer;

/** True while the sandbox catches up with its clock or is being reset. */
export function isAtWork(clock: ClockData | undefined): boolean {
  return clock !== undefined && (clock.catching_up !== null || clock.resetting);
}

const [oftenMs, seldomMs] = [400, 5000];

/** Refreshed often while the clock moves. */
export const clockQuery = trpc.sandbox.clock.queryOptions(
  { environment: "development" },
  { refetchInterval: ({ state }) => (isAtWork(state.data) ? oftenMs : seldomMs), staleTime: oftenMs },
);

/** The insurer's possible actions on a claim, refreshed often during a scenario. */
export const insurerQuery = (id: string) =>
  trpc.sandbox.insurer.queryOptions(
    { environment: "development", id },
    {
      refetchInterval: ({ state }) => (state.data?.scenarios.some(({ status }) => status === "running") === true ? oftenMs : seldomMs),
      staleTime: oftenMs,
    },
  );
