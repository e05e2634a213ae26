import { and, count, eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { worlds } from "#db/schema/partners.ts";
import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";

/** Refuses one more open contract than the partner's limit (99888), also to two creations at once: the world's row is their lock. */
export async function assertBelowLimit(tx: Transaction, { world, partner }: ApiContext): Promise<void> {
  const limit = partner.openContractsLimit;
  if (limit === null) return;
  await tx.select({ id: worlds.id }).from(worlds).where(eq(worlds.id, world.id)).for("no key update");
  const [row] = await tx
    .select({ open: count() })
    .from(contracts)
    .where(and(eq(contracts.worldId, world.id), eq(contracts.status, "open")));
  if (row !== undefined && row.open >= limit) throw new ApiError("OPEN_CONTRACTS_LIMIT", `the limit of ${limit} open contracts is reached`);
}
