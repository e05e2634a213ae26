import { queryOptions } from "@tanstack/react-query";
import { api, trpc, live } from "#components/kit/api/api.ts";
import type { OwnKey } from "#lib/keys/list.ts";
import type { RevealPurpose } from "#lib/keys/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type KeyRow = OwnKey;

/** The keys of an environment; never a key itself, which is read by `readKey` alone and kept by no cache. */
export const keysQuery = (environment: Environment) => trpc.keys.list.queryOptions({ environment }, live);

export function isWorking({ state }: Pick<KeyRow, "state">): boolean {
  return state === "active" || state === "expiring";
}

const minute = 60_000;

/** When the newest thing happened that an owner is still to see; null where there is nothing. `newest` is what the page came with. */
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
