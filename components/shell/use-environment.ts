"use client";

import { useParams } from "next/navigation";
import type { Environment } from "#lib/platform/environments.ts";

/** The environment of the page's address; only below `/[environment]`. */
export function useEnvironment(): Environment {
  return useParams<{ environment: Environment }>().environment;
}
