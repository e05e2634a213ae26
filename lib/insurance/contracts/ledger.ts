import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Part } from "#db/constant-statement.ts";
import { premiumEntries } from "#db/schema/statements.ts";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { premiumChanges } from "#lib/insurance/contracts/rules/pricing.ts";
import type { PremiumKind } from "#lib/insurance/contracts/rules/pricing.ts";
import { newId } from "#lib/platform/ids.ts";

export interface PricedChange {
  worldId: number;
  before: Contract | null;
  after: Contract & { cid: string };
  at: Date;
}

/**
 * The insert of the entries of contracts that were made or changed, for the statement that writes their products; none if no price changes.
 * Test contracts of a production world have none (rules/statements.md#ledger-4).
 */
export function insertPremiums(changes: readonly PricedChange[], made: "created" | "renewed" = "created"): Part[] {
  const rows = changes.flatMap(({ worldId, before, after, at }) =>
    premiumChanges(before, after, made).map(({ cpid, kind, amountCents }) => ({
      world_id: worldId,
      at,
      uid: after.uid,
      cid: after.cid,
      cpid,
      kind,
      amount_cents: amountCents,
      test: after.test,
    })),
  );
  return rows.length === 0 ? [] : [insertEntries(rows)];
}

/** A row of `premium_entries`. */
interface NewEntry {
  world_id: number;
  at: Date;
  uid: string;
  cid: string;
  cpid: string;
  kind: PremiumKind;
  amount_cents: number | string;
  /** True for a test contract, which has premiums in a development world alone. */
  test: boolean;
  happened_at?: Date;
}

export function insertEntries(entries: readonly NewEntry[]): Part {
  const rows = entries.map((entry) => ({ id: newId("prem"), ...entry }));
  return { name: "premiums", write: insertion, json: JSON.stringify(rows) };
}

function insertion(json: SQL): SQL {
  return sql`
    insert into ${premiumEntries} (id, world_id, at, uid, cid, cpid, kind, amount_cents, happened_at)
    select id, world_id, at, uid, cid, cpid, kind, amount_cents, happened_at
    from json_to_recordset(${json}::json)
      r (id text, world_id int, at timestamptz, uid text, cid text, cpid text, kind text, amount_cents bigint, test boolean, happened_at timestamptz)
    where not test or world_id in (select w.id from worlds w where w.environment = 'development')`;
}
