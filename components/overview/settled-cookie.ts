import type { Environment } from "#lib/platform/environments.ts";

/** The cookie that remembers that its viewer has hidden an environment's completed first steps. */
export function settledCookie(environment: Environment): string {
  return `covergate-started-${environment}`;
}
