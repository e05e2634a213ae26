import { sql } from "#db/client.ts";
import { maxExamined } from "#lib/bounded-pages.ts";
import type { ContractStatus } from "#lib/contracts/schema.ts";
import { NotFound } from "#lib/refusal.ts";
import { findAttached } from "#lib/renters/find-attached.ts";
import type { AttachedRenter } from "#lib/renters/find-attached.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A renter with what it does in a world. */
export interface RenterDetail {
  uid: string;
  /** What people call it. */
  name: string;
  /** Since when the world may act for it, who it is and what it may insure; null where it is not attached any more. */
  attached: (Omit<AttachedRenter, "uid"> & { at: Date }) | null;
  /** How many of its contracts are in which state; of the newest alone where it has more than are counted. */
  contracts: Partial<Record<ContractStatus, number>>;
  /** As many of the newest were counted; null where that is all of them. */
  countedNewest: number | null;
}

/**
 * A renter that this world may act for, or could when it made contracts (portal.md § Partner side, renters); NotFound for any other,
 * registered or not.
 */
export async function readForPortal({ world }: Pick<PartnerContext, "world">, uid: string): Promise<RenterDetail> {
  const [renter, known, counts] = await Promise.all([findAttached(world, uid), findKnown(world.id, uid), countContracts(world.id, uid)]);
  if (known === undefined || (renter === undefined && counts.length === 0)) {
    throw new NotFound(`there is no renter ${uid} here`, { key: "noRenter", values: { uid } });
  }
  const counted = counts.reduce((sum, { count }) => sum + count, 0);
  return {
    uid,
    name: known.name,
    attached: renter === undefined || known.attachedAt === null ? null : describe(renter, new Date(known.attachedAt)),
    contracts: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
    countedNewest: counted >= maxExamined ? counted : null,
  };
}

function describe({ company, contractTypes, productTypes, option, inclusion }: AttachedRenter, at: Date): RenterDetail["attached"] {
  return { company, contractTypes, productTypes, option, inclusion, at };
}

async function findKnown(worldId: number, uid: string): Promise<{ name: string; attachedAt: string | null } | undefined> {
  const [known] = await sql<{ name: string; attachedAt: string | null }[]>`
    select r.company ->> 'company_name' as name, a.attached_at as "attachedAt"
    from renters r left join renter_attachments a on a.renter_uid = r.uid and a.world_id = ${worldId} where r.uid = ${uid}`;
  return known;
}

function countContracts(worldId: number, uid: string): Promise<{ status: ContractStatus; count: number }[]> {
  // Planned each time: a plan kept for every renter alike may walk the contracts of all worlds.
  return sql.unsafe<{ status: ContractStatus; count: number }[]>(
    `select status, count(*)::int as count from (
      select status from contracts where world_id = $1 and uid = $2 order by cid desc limit ${maxExamined}
    ) newest group by status`,
    [worldId, uid],
  );
}
