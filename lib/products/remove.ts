import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";
import { idOf, visible } from "#lib/products/find.ts";

/**
 * Takes a product out of the list and out of new contracts (resolutions.md § 6); it stays readable and keeps its uid.
 * 4999 for one that is hidden or deleted already, as for none: there is nothing left to delete.
 */
export async function remove({ world, now }: ApiContext, reference: string): Promise<void> {
  const at = now.toISOString();
  const { count } =
    await sql`update products set deleted_at = ${at}, updated_at = ${at} where id = ${idOf(world, reference)} and ${visible}`;
  if (count === 0) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
}
