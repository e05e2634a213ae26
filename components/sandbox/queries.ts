import { z } from "zod";
import { trpc } from "#components/kit/api/api.ts";
import type { Insurer } from "#lib/sandbox/read-insurer.ts";
import type { WireClock } from "#lib/sandbox/schema.ts";

export type ClockData = WireClock;
export type InsurerData = Insurer;

/** Whether the sandbox is at work: it catches up with its clock, or starts over. */
export function isAtWork(clock: ClockData | undefined): boolean {
  return clock !== undefined && (clock.catching_up !== null || clock.resetting);
}

const [oftenMs, seldomMs] = [400, 5000];

/** The sandbox's clock; looked at often while it moves. */
export const clockQuery = trpc.sandbox.clock.queryOptions(
  { environment: "development" },
  { refetchInterval: ({ state }) => (isAtWork(state.data) ? oftenMs : seldomMs), staleTime: oftenMs },
);

/** What the insurer could do with a claim; looked at often while a scenario is played. */
export const insurerQuery = (id: string) =>
  trpc.sandbox.insurer.queryOptions(
    { environment: "development", id },
    {
      refetchInterval: ({ state }) => (state.data?.scenarios.some(({ status }) => status === "running") === true ? oftenMs : seldomMs),
      staleTime: oftenMs,
    },
  );

/** Which claim the insurer is played for. */
export const insuredClaimParams = z.object({ id: z.string().max(64) });
