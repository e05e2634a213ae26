import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";
import { lockProduct } from "#lib/products/find.ts";
import { decideChange } from "#lib/products/rules/change.ts";
import type { WireProduct } from "#lib/products/schema.ts";
import { serializeProduct } from "#lib/products/serialize.ts";

/**
 * Changes a product of the catalogue (partner-api.md § Products); 4999 for one that is hidden or deleted, as for none.
 * Contracts keep the type and the value that they insured.
 */
export async function change({ world, now }: ApiContext, reference: string, body: unknown): Promise<WireProduct> {
  return sql.begin(async (tx) => {
    const before = await lockProduct(tx, world, reference);
    if (before === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
    const { productId, title, description, data, purchasedDate, valueExclCents } = decideChange(body, before, now);
    await tx`
      update products set title = ${title}, description = ${description}, data = ${JSON.stringify(data)}::jsonb,
        purchased_date = ${purchasedDate?.toISOString() ?? null}, value_excl_cents = ${valueExclCents}, updated_at = ${now.toISOString()}
      where id = ${productId}`;
    return serializeProduct({ ...before, title, description, data, purchasedDate, valueExclCents });
  });
}
