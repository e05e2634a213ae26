import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import type { EntryKind } from "#lib/account/search/find.ts";

/** The lock of whoever writes entries: one writer at a time, so that no entry is written from a row as it was before. */
export const entriesLock = sql`hashtext('covergate search')`;

/**
 * Deletes entries in the transaction that erases their things, so that nothing erased is found after the commit (rules/search.md#find-9). The
 * last step of the transaction: it waits for entries that are being written from rows as they were before.
 */
export async function forget(tx: Transaction, things: Partial<Record<EntryKind, readonly string[]>>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${entriesLock})`);
  for (const [kind, ids] of Object.entries(things)) {
    await tx.execute(sql`delete from search_entries where kind = ${kind} and id = any(${sql.param(ids)}::text[])`);
  }
}

/** Deletes the entries of a contract, and of its claims and renewals, which its parties and products find too. */
export async function forgetContract(tx: Transaction, cid: string): Promise<void> {
  const rows = await tx.execute<{ kind: "claims" | "renewals"; id: string }>(sql`
    select 'claims' as kind, id from claims where cid = ${cid}
    union all select 'renewals', arid from automatic_renewals where ${cid} in (cid, next_cid)`);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  await forget(tx, { contracts: [cid], claims: of("claims"), renewals: of("renewals") });
}
