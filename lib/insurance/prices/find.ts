import { getTableColumns, inArray, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Database, Transaction } from "#db/client.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { tariffs } from "#db/schema/tariffs.ts";
import { publicTariffName, tariff } from "#lib/insurance/prices/schema.ts";
import type { Tariff } from "#lib/insurance/prices/schema.ts";
import { onReset } from "#lib/platform/process/reset.ts";

/** Cached without expiry, since the figures of a tariff never change. A withdrawal is read from the database only. */
const byId = new Map<string, Tariff>();
onReset(() => byId.clear());

/** Reads a contract's tariff. A transaction passes itself, since waiting for a second connection could deadlock. */
export async function findTariff(id: string, from: Database | Transaction = db): Promise<Tariff> {
  await loadTariffs(from, [id]);
  return cachedTariff(id);
}

export async function findTariffs<Contract extends { tariffId: string }>(
  tx: Transaction,
  contracts: readonly Contract[],
): Promise<(readonly [Contract, Tariff])[]> {
  await loadTariffs(
    tx,
    contracts.map(({ tariffId }) => tariffId),
  );
  return contracts.map((contract) => [contract, cachedTariff(contract.tariffId)] as const);
}

/**
 * The SQL of the tariff in force at a moment (rules/prices.md#lists-2): the partner's own once it has taken effect, otherwise the newest
 * public one. A withdrawn version is never in force (rules/prices.md#lists-11).
 */
export function tariffInForce(own: string, at: string): string {
  return `coalesce(
    (select t.id from tariffs t where t.id = ${own} and t.effective_from <= ${at} and t.withdrawn_at is null),
    (select t.id from tariffs t where t.name = '${publicTariffName}' and t.effective_from <= ${at} and t.withdrawn_at is null
      order by t.effective_from desc limit 1))`;
}

/** The tariff that the SQL found. */
export async function findTariffInForce(id: string | null | undefined, now: Date): Promise<Tariff> {
  return findTariff(assertInForce(id, now));
}

/** The tariffs of contracts of many worlds, each made at its own moment. */
export async function findTariffsInForce<Made extends { worldId: number; at: Date }>(
  tx: Transaction,
  items: readonly Made[],
): Promise<(readonly [Made, Tariff])[]> {
  if (items.length === 0) return [];
  const moments = JSON.stringify(items.map(({ worldId, at }, index) => ({ index, world_id: worldId, at })));
  const rows = await tx.execute<{ id: string | null }>(sql`
    select ${sql.raw(tariffInForce("p.tariff_id", "m.at"))} as id
    from json_to_recordset(${moments}::json) m (index int, world_id int, at timestamptz)
    join ${worlds} w on w.id = m.world_id join ${partners} p on p.id = w.partner_id
    order by m.index`);
  const inForce = items.map((one, index) => ({ made: one, tariffId: assertInForce(rows[index]?.id, one.at) }));
  return (await findTariffs(tx, inForce)).map(([{ made: one }, found]) => [one, found] as const);
}

function assertInForce(id: string | null | undefined, now: Date): string {
  if (id === null || id === undefined) throw new Error(`no public tariff has taken effect by ${now.toISOString()}`);
  return id;
}

async function loadTariffs(from: Database | Transaction, ids: readonly string[]): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => !byId.has(id));
  if (unknown.length === 0) return;
  const { withdrawnAt: _withdrawnAt, ...columns } = getTableColumns(tariffs);
  for (const row of await from.select(columns).from(tariffs).where(inArray(tariffs.id, unknown))) byId.set(row.id, tariff.parse(row));
}

function cachedTariff(id: string): Tariff {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`there is no tariff ${id}`);
  return found;
}
