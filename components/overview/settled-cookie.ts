import type { Environment } from "#lib/platform/environments.ts";

/** Where a browser keeps that its viewer has seen an environment's first steps done, and wants to see no more of them. */
export function settledCookie(environment: Environment): string {
  return `covergate-started-${environment}`;
}
