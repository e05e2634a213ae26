import { sql } from "#db/client.ts";
import { indexThings } from "#lib/developer/search/index-things.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** Writes the entries of all that was changed before, as the job does; another test may be writing them at the same time. */
export async function indexNow(): Promise<void> {
  const [last] = await sql<{ id: string | null }[]>`select max(id) as id from search_marks`;
  const isLeft = () => sql`select from search_marks where id <= ${last?.id ?? 0} limit 1`;
  do await indexThings(currentTime());
  while ((await isLeft()).length > 0);
}
