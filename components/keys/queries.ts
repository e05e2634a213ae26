import { queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { api, live, liveList, trpc } from "#components/kit/api/api.ts";
import type { OwnKey } from "#lib/account/keys/list.ts";
import type { RevealPurpose } from "#lib/account/keys/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

/** Never contains a whole key: `readKey` alone reads one, without caching. */
export const keysQuery = (environment: Environment) => trpc.keys.list.queryOptions({ environment }, live);

export const namedKeysQuery = (environment: Environment) => trpc.keys.named.queryOptions({ environment }, live);

export const keyUsageQuery = (environment: Environment, range: OverviewRange, timeZone: string) =>
  trpc.keys.usage.queryOptions({ environment, range, timeZone }, liveList);

export async function refreshKeys(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: trpc.keys.pathKey() });
}

export function isWorking({ state }: Pick<OwnKey, "state">): boolean {
  return state === "active" || state === "expiring";
}

const minute = 60_000;

/** The instant of the newest unseen notice, or null. `newest` is the initial value from the page. */
export const newestNoticeQuery = (environment: Environment, of: "keys" | "webhooks", newest: string | null) =>
  queryOptions({
    queryKey: ["notices", of, environment],
    queryFn: async ({ signal }) => {
      const notices = await api[of].notices.query({ environment }, { signal });
      return notices[0]?.at.toISOString() ?? null;
    },
    initialData: newest,
    staleTime: minute,
    refetchInterval: minute,
  });

export async function readKey(environment: Environment, keyId: string, purpose: RevealPurpose): Promise<string> {
  const { text } = await api.keys.reveal.mutate({ environment, keyId, purpose });
  return text;
}

export const keyReportsQuery = trpc.console.keys.reports.queryOptions(undefined, live);

export async function refreshKeysOfPartners(client: QueryClient): Promise<void> {
  const keys = [trpc.console.keys.list.queryKey(), trpc.console.keys.reports.queryKey()];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
