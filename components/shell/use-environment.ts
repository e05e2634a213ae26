"use client";

import { useParams } from "next/navigation";
import type { Environment } from "#lib/platform/environments.ts";

type Folder = "calls" | "claims" | "contracts" | "deliveries" | "events" | "products" | "webhooks";

/** The environment of the page's address; only below `/[environment]`. */
export function useEnvironment(): Environment {
  return useParams<{ environment: Environment }>().environment;
}

/** The page of something of the world in view: the partner's own, or in the console, where a partner is in the address, the look-up's. */
export function useHrefOf(): (folder: Folder, id: string) => string {
  const { environment, partnerId } = useParams<{ environment: Environment; partnerId?: string }>();
  return (folder, id) =>
    partnerId === undefined ? `/${environment}/${folder}/${encodeURIComponent(id)}` : `/support/lookup?${new URLSearchParams({ q: id })}`;
}
