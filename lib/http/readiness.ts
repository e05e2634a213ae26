import { sql } from "#db/client.ts";
import { log } from "#lib/log.ts";
import { withTimeout } from "#lib/time/with-timeout.ts";

const timeoutMs = 2_000;

/** Whether the pages are served; the API needs none (server/pages.ts). */
export type PagesState = "building" | "ready" | "failed";

let isEnding = false;
let pages: PagesState = "ready";

export function endReadiness(): void {
  isEnding = true;
}

export function notePages(state: PagesState): void {
  pages = state;
}

/** 200 when the database answers and every migration has run, whatever the pages do; 503 otherwise and while the instance stops. */
export async function readiness(): Promise<Response> {
  if (isEnding) return unready("the instance is stopping");
  try {
    const [row] = await withTimeout(
      timeoutMs,
      sql<
        { migrated: boolean }[]
      >`select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.contracts') is not null as migrated`,
    );
    return row?.migrated ? Response.json({ status: "ready", pages }) : unready("migrations have not run");
  } catch (error) {
    log.error({ error }, "the database does not answer");
    return unready("the database does not answer");
  }
}

function unready(reason: string): Response {
  return Response.json({ status: "unready", reason }, { status: 503 });
}
