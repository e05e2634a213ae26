import { createHash } from "node:crypto";
import { readOnReplica } from "#db/replica.ts";
import { monthAfter, startOfMonth } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import { premiumEntry } from "#lib/insurance/statements/schema.ts";
import type { WirePremiumEntry } from "#lib/insurance/statements/schema.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { csvLines } from "#lib/platform/text/csv.ts";

const batchSize = 5_000;
const columns = Object.keys(premiumEntry.shape) as (keyof WirePremiumEntry)[];

interface StoredEntry extends Omit<WirePremiumEntry, "at" | "amount" | "contract_product_id"> {
  at: Date;
  cpid: string;
  amountCents: string;
}

/** The premium entries of a month of a world, oldest first, a batch at a time (rules/statements.md#ledger-1). */
async function* readEntries(worldId: number, month: Month): AsyncGenerator<WirePremiumEntry[], void> {
  const to = startOfMonth(monthAfter(month));
  let after = { at: startOfMonth(month), id: "" };
  for (;;) {
    const rows = await readOnReplica(
      (pool) => pool<StoredEntry[]>`
      select id, at, uid, cid, cpid, kind, amount_cents from premium_entries
      where world_id = ${worldId} and at < ${to} and (at, id) > (${after.at}, ${after.id})
      order by at, id limit ${batchSize}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toWire);
    after = { at: last.at, id: last.id };
  }
}

/** The hash of a month's entries as CSV, in hexadecimal: a closed statement has it. Throws the signal's reason once it aborts. */
export async function hashEntries(worldId: number, month: Month, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const lines of entriesAsCsv(worldId, month)) {
    signal?.throwIfAborted();
    hash.update(lines);
  }
  return hash.digest("hex");
}

/** The entries of a month as CSV with a header. */
export async function* entriesAsCsv(worldId: number, month: Month): AsyncGenerator<string, void> {
  yield csvLines([columns]);
  for await (const entries of readEntries(worldId, month)) yield csvLines(entries.map((entry) => columns.map((column) => entry[column])));
}

/** The entries of a month as a JSON array, one a line. */
export async function* entriesAsJson(worldId: number, month: Month): AsyncGenerator<string, void> {
  let before = "[";
  for await (const entries of readEntries(worldId, month)) {
    yield entries.map((entry, index) => `${index === 0 ? before : ","}\n${JSON.stringify(entry)}`).join("");
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

function toWire({ at, amountCents, id, uid, cid, cpid, kind }: StoredEntry): WirePremiumEntry {
  return { id, at: at.toISOString(), uid, cid, contract_product_id: cpid, kind, amount: eurosFromCents(Number(amountCents)) };
}
