import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { automaticRenewals } from "#db/schema/renewals.ts";
import type { World } from "#lib/account/worlds/context.ts";
import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { timeZoneOf } from "#lib/platform/time/calendar.ts";

export const renewableColumns = {
  cid: contracts.cid,
  worldId: contracts.worldId,
  uid: contracts.uid,
  contractType: contracts.contractType,
  status: contracts.status,
  startDate: contracts.startDate,
  endDate: contracts.endDate,
  terminationPlanned: contracts.terminationPlanned,
  timeZone: sql<string>`${sql.raw(timeZoneOf("contracts"))}`,
  renewalDay: contracts.renewalDay,
};

/** Locks the contract, and with it its renewals, until the transaction ends; 1051 for an unknown one. */
export async function lockContract(tx: Transaction, world: Pick<World, "id">, cid: string): Promise<RenewableContract> {
  const [contract] = await tx
    .select(renewableColumns)
    .from(contracts)
    .where(and(eq(contracts.cid, cid), eq(contracts.worldId, world.id)))
    .for("no key update");
  if (contract === undefined) throw new ApiError("CONTRACT_NOT_FOUND");
  return contract;
}

/** The renewal that is neither applied nor dropped; a contract has one at most. */
export async function findLive(tx: Transaction, cid: string): Promise<Renewal | undefined> {
  const [live] = await tx
    .select()
    .from(automaticRenewals)
    .where(and(eq(automaticRenewals.cid, cid), isNull(automaticRenewals.appliedAt), isNull(automaticRenewals.droppedAt)));
  return live;
}

export async function findLiveOf(tx: Transaction, cids: readonly string[]): Promise<Map<string, Renewal>> {
  const rows = await tx
    .select()
    .from(automaticRenewals)
    .where(
      and(
        sql`${automaticRenewals.cid} = any(${sql.param(cids)}::text[])`,
        isNull(automaticRenewals.appliedAt),
        isNull(automaticRenewals.droppedAt),
      ),
    );
  return new Map(rows.map((renewal) => [renewal.cid, renewal]));
}

/** In the order of their notices. */
export function findByIds(tx: Transaction, arids: readonly string[]): Promise<{ renewal: Renewal; contract: RenewableContract }[]> {
  return tx
    .select({ renewal: automaticRenewals, contract: renewableColumns })
    .from(automaticRenewals)
    .innerJoin(contracts, eq(contracts.cid, automaticRenewals.cid))
    .where(sql`${automaticRenewals.arid} = any(${sql.param(arids)}::text[])`)
    .orderBy(automaticRenewals.notificationScheduledFor, automaticRenewals.arid);
}

/** How many renewals led to each contract; contracts that no renewal created are left out. */
export async function findExtensions(tx: Transaction, cids: readonly string[]): Promise<Map<string, number>> {
  if (cids.length === 0) return new Map();
  const origins = await tx
    .select({ cid: automaticRenewals.nextCid, extension: automaticRenewals.extension })
    .from(automaticRenewals)
    .where(sql`${automaticRenewals.nextCid} = any(${sql.param(cids)}::text[])`);
  return new Map(origins.flatMap(({ cid, extension }) => (cid === null ? [] : [[cid, extension + 1]])));
}

export async function findRenewal(tx: Transaction, cid: string, arid: string): Promise<Renewal | undefined> {
  const [renewal] = await tx
    .select()
    .from(automaticRenewals)
    .where(and(eq(automaticRenewals.cid, cid), eq(automaticRenewals.arid, arid)));
  return renewal;
}

export async function findHistory(world: Pick<World, "id">, cid: string): Promise<Renewal[]> {
  const rows = await db
    .select({ renewal: automaticRenewals })
    .from(contracts)
    .leftJoin(automaticRenewals, eq(automaticRenewals.cid, contracts.cid))
    .where(and(eq(contracts.cid, cid), eq(contracts.worldId, world.id)))
    .orderBy(desc(automaticRenewals.arid));
  if (rows.length === 0) throw new ApiError("CONTRACT_NOT_FOUND");
  return rows.flatMap(({ renewal }) => renewal ?? []);
}
