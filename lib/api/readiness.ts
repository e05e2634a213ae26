import { sql } from "#db/client.ts";
import { hasCode } from "#db/driver.ts";
import { log } from "#lib/platform/log/log.ts";
import { onReset } from "#lib/platform/process/reset.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";
import { version } from "#lib/platform/version.ts";

const timeoutMs = 2_000;
const undefinedTable = "42P01";

/** The state of the pages; the API needs none (server/pages.ts). */
export type PagesState = "building" | "ready" | "failed";

let isEnding = false;
let pages: PagesState = "ready";
let isBuildInPlace = async () => true;

onReset(() => {
  isEnding = false;
  notePages("ready", async () => true);
});

export function endReadiness(): void {
  isEnding = true;
}

/** `isInPlace` tells whether the files that the pages are served from are still those that were loaded. */
export function notePages(state: PagesState, isInPlace = isBuildInPlace): void {
  pages = state;
  isBuildInPlace = isInPlace;
}

/**
 * 200 when the database answers and has every migration of this release, and the pages are those that were built; 503 otherwise and while
 * the instance stops. A release without its build is ready, since the API needs none.
 */
export async function readiness(): Promise<Response> {
  if (isEnding) return unready("the instance is stopping");
  if (!(await isBuildInPlace())) return unready("node_modules or .next was replaced under the running instance: restart it");
  try {
    return (await withTimeout(timeoutMs, hasMigrated())) ? Response.json({ status: "ready", pages }) : unready("migrations have not run");
  } catch (error) {
    log.error({ error }, "the database does not answer");
    return unready("the database does not answer");
  }
}

/** True also if a later release has added migrations. */
async function hasMigrated(): Promise<boolean> {
  try {
    return (await sql`select from drizzle.__drizzle_migrations where created_at = ${version.lastMigration}`).length > 0;
  } catch (error) {
    if (hasCode(error, undefinedTable)) return false;
    throw error;
  }
}

function unready(reason: string): Response {
  return Response.json({ status: "unready", reason }, { status: 503 });
}
