import { inArray, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Database, Transaction } from "#db/client.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { tariffs } from "#db/schema/tariffs.ts";
import { publicTariffName, tariff } from "#lib/tariffs/schema.ts";
import type { Tariff } from "#lib/tariffs/schema.ts";

/** Cached without expiry, since tariffs never change and are few. */
const known = new Map<string, Tariff>();

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

/** The tariff of a new contract (resolutions.md § 4): the partner's own once it has taken effect, otherwise the newest public one. */
export async function findTariffInForce(partnerTariffId: string | null, publicTariffId: string | null, now: Date): Promise<Tariff> {
  if (partnerTariffId !== null) {
    const own = await findTariff(partnerTariffId);
    if (own.effectiveFrom <= now) return own;
  }
  return findTariff(assertInForce(publicTariffId, now));
}

/** The tariffs of contracts of many worlds, each made at its own moment. */
export async function findTariffsInForce<Made extends { worldId: number; at: Date }>(
  tx: Transaction,
  made: readonly Made[],
): Promise<(readonly [Made, Tariff])[]> {
  if (made.length === 0) return [];
  const moments = JSON.stringify(made.map(({ worldId, at }, index) => ({ index, world_id: worldId, at })));
  const rows = await tx.execute<{ id: string | null }>(sql`
    select coalesce(own.id, newest.id) as id
    from json_to_recordset(${moments}::json) m (index int, world_id int, at timestamptz)
    join ${worlds} w on w.id = m.world_id join ${partners} p on p.id = w.partner_id
    left join ${tariffs} own on own.id = p.tariff_id and own.effective_from <= m.at
    left join lateral (
      select t.id from ${tariffs} t where t.name = ${publicTariffName} and t.effective_from <= m.at order by t.effective_from desc limit 1
    ) newest on true
    order by m.index`);
  const inForce = made.map((one, index) => ({ made: one, tariffId: assertInForce(rows[index]?.id, one.at) }));
  return (await findTariffs(tx, inForce)).map(([{ made: one }, found]) => [one, found] as const);
}

function assertInForce(id: string | null | undefined, now: Date): string {
  if (id === null || id === undefined) throw new Error(`no public tariff has taken effect by ${now.toISOString()}`);
  return id;
}

async function loadTariffs(from: Database | Transaction, ids: readonly string[]): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  for (const row of await from.select().from(tariffs).where(inArray(tariffs.id, unknown))) known.set(row.id, tariff.parse(row));
}

function cachedTariff(id: string): Tariff {
  const found = known.get(id);
  if (found === undefined) throw new Error(`there is no tariff ${id}`);
  return found;
}
