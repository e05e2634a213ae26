import { sql } from "#db/client.ts";
import { reencryptKeyText } from "#lib/account/keys/secrets.ts";
import { reencryptAppSecret } from "#lib/account/users/authenticator-app.ts";
import { reencryptSecret } from "#lib/delivery/webhooks/secrets.ts";
import { reencryptUrl } from "#lib/delivery/webhooks/stored-url.ts";
import { alertUrls } from "#lib/developer/alerts/secrets.ts";
import { reencryptBody } from "#lib/platform/mail/mailbox.ts";

export interface EncryptedColumn {
  table: string;
  /** The column that identifies the row and binds its ciphertext; `id` by default. */
  key?: string;
  column: string;
  /** The columns that change under the newest APP_SECRET; undefined if they already are. */
  renew(stored: string, id: string): Record<string, string> | undefined;
}

/** Every encrypted column; a test compares it with the callers of `createEncryption`. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: "authenticator_apps", key: "user_id", ...inColumn("ciphertext", reencryptAppSecret) },
  { table: "api_keys", column: "ciphertext", renew: reencryptKeyText },
  { table: "webhooks", ...inColumn("url", reencryptUrl) },
  { table: "webhooks", ...inColumn("signing_secret", reencryptSecret) },
  { table: "alert_rules", ...inColumn("url", alertUrls.renew) },
  { table: "alert_rules", ...inColumn("signing_secret", reencryptSecret) },
  { table: "notices", ...inColumn("body", reencryptBody) },
  { table: "mailbox", ...inColumn("body", reencryptBody) },
  { table: "webhooks", ...inColumn("previous_secret", reencryptSecret) },
];

/** A secret that is in one column. */
function inColumn(
  column: string,
  reencrypt: (stored: string, id: string) => string | undefined,
): Pick<EncryptedColumn, "column" | "renew"> {
  return {
    column,
    renew(stored, id) {
      const renewed = reencrypt(stored, id);
      return renewed === undefined ? undefined : { [column]: renewed };
    },
  };
}

const batchSize = 500;

/** Encrypts every stored secret under the newest APP_SECRET, while requests continue; returns the number of rows by column. */
export async function reencryptStoredSecrets(columns: readonly EncryptedColumn[] = encryptedColumns): Promise<Record<string, number>> {
  const renewed: Record<string, number> = {};
  for (const column of columns) renewed[`${column.table}.${column.column}`] = await renewColumn(column);
  return renewed;
}

async function renewColumn({ table, key = "id", column, renew }: EncryptedColumn): Promise<number> {
  let count = 0;
  for (let after = ""; ;) {
    const rows = await sql<{ id: string; stored: string }[]>`
      select ${sql(key)} as id, ${sql(column)} as stored from ${sql(table)}
      where ${sql(key)} > ${after} and ${sql(column)} is not null order by ${sql(key)} limit ${batchSize}`;
    for (const { id, stored } of rows) {
      const changes = renew(stored, id);
      if (changes === undefined) continue;
      const { count: changed } =
        await sql`update ${sql(table)} set ${sql(changes)} where ${sql(key)} = ${id} and ${sql(column)} = ${stored}`;
      count += changed;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return count;
    after = last.id;
  }
}
