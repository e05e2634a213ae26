import { sql } from "#db/client.ts";
import { batchReads } from "#db/rows.ts";
import type { KnownKey } from "#lib/account/keys/find.ts";
import { keyPreview, resemblesKey } from "#lib/account/keys/rules/format.ts";
import { realClock } from "#lib/platform/time/clock.ts";

/** Over all mistyped keys together. */
const loggedPerMinute = 60;

type Row = Pick<KnownKey, "world" | "partner"> & { preview: string };

/** Finds the development key that a text resembles, so that its world logs the failed call; nothing if several begin alike. */
export async function findMistyped(text: string): Promise<{ known?: KnownKey }> {
  const key = resemblesKey(text) ? await readRow(keyPreview(text)) : undefined;
  if (key === undefined) return {};
  const { world, partner } = key;
  return {
    known: {
      id: "",
      world,
      clock: realClock,
      partner,
      rights: [],
      requestsPerMinute: loggedPerMinute,
      status: "active",
      revokedAt: null,
      expiresAt: null,
    },
  };
}

const readRow = batchReads(
  (preview: string) => preview,
  async (previews) => {
    const rows = await sql<Row[]>`
      select k.preview, json_build_object('id', w.id, 'partnerId', w.partner_id, 'environment', w.environment) as world,
        json_build_object('features', p.features, 'openContractsLimit', p.open_contracts_limit, 'tariffId', p.tariff_id) as partner
      from api_keys k join worlds w on w.id = k.world_id join partners p on p.id = w.partner_id
      where k.preview = any(${previews}::text[]) and k.revoked_at is null and w.environment = 'development'
        and not exists (select from api_keys other where other.preview = k.preview and other.world_id <> k.world_id)`;
    return new Map(rows.map((row) => [row.preview, row]));
  },
);
