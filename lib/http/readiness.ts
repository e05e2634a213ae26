import { sql } from "#db/client.ts";
import { log } from "#lib/log.ts";

/** 200 when the database answers and every migration has run, else 503. */
export async function readiness(): Promise<Response> {
  try {
    const [row] = await sql<
      { migrated: boolean }[]
    >`select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.contracts') is not null as migrated`;
    if (row?.migrated) return Response.json({ status: "ready" });
    return Response.json({ status: "unready", reason: "migrations have not run" }, { status: 503 });
  } catch (error) {
    log.error({ error }, "the database does not answer");
    return Response.json({ status: "unready", reason: "the database does not answer" }, { status: 503 });
  }
}
