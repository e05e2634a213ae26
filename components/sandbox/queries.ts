import { trpc } from "#components/kit/api/api.ts";
import type { WireClock } from "#lib/developer/sandbox/schema.ts";

/** True while the sandbox catches up with its clock or is being reset. */
export function isAtWork(clock: WireClock | undefined): boolean {
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
