import { sql } from "#db/client.ts";
import { renewAnswer } from "#lib/developer/idempotency/stored-answers.ts";

const batchSize = 500;

/**
 * Encrypts the stored answers that hold a secret under the newest APP_SECRET, while requests continue; returns how many it was. Bodies that
 * are not sealed are JSON, and begin like it.
 */
export async function renewAnswers(): Promise<number> {
  let count = 0;
  for (let after = { worldId: 0, key: "" }; ;) {
    const rows = await sql<{ worldId: number; key: string; body: string }[]>`
      select world_id, key, body from idempotency_keys
      where (world_id, key) > (${after.worldId}, ${after.key}) and left(body, 1) not in ('', '{', '[')
      order by world_id, key limit ${batchSize}`;
    for (const { worldId, key, body } of rows) {
      const renewed = renewAnswer(body, { world: { id: worldId }, key });
      if (renewed === undefined) continue;
      const { count: changed } = await sql`
        update idempotency_keys set body = ${renewed} where world_id = ${worldId} and key = ${key} and body = ${body}`;
      count += changed;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return count;
    after = last;
  }
}
