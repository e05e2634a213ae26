"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { clockQuery, isAtWork } from "#components/sandbox/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import type { WireClock } from "#lib/developer/sandbox/schema.ts";

/** The sandbox clock with its mutations. A move can change any page, so all queries are invalidated. */
export function useClock(initial: WireClock | undefined) {
  const say = useErrorText();
  const client = useQueryClient();
  const { data: clock } = useQuery({ ...clockQuery, ...(initial !== undefined && { initialData: initial }) });
  const [isAsking, setIsAsking] = useState(false);
  const isWorking = isAtWork(clock);
  const wasWorking = useRef(false);
  useEffect(() => {
    if (wasWorking.current && !isWorking) void client.invalidateQueries();
    wasWorking.current = isWorking;
  }, [client, isWorking]);

  async function ask(body?: { advance: string } | { to: string }): Promise<void> {
    setIsAsking(true);
    try {
      const params = { environment: "development" } as const;
      await (body === undefined ? api.sandbox.returnClock.mutate(params) : api.sandbox.shiftClock.mutate({ ...params, ...body }));
    } catch (error) {
      notify("error", say(error));
    }
    setIsAsking(false);
    await client.invalidateQueries();
  }

  return {
    clock,
    isBusy: isAsking || isWorking,
    advance: (by: string) => void ask({ advance: by }),
    moveTo: (to: string) => void ask({ to }),
    goBack: () => void ask(),
  };
}

/** How far the environment's clock is ahead of real time, in milliseconds, from the clock bar's query. */
export function useClockOffset(): number {
  const environment = useEnvironment();
  const { data } = useQuery({ ...clockQuery, enabled: false });
  return environment === "development" ? (data?.offset_seconds ?? 0) * 1000 : 0;
}
