import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";
import { findProduct } from "#lib/products/find.ts";
import type { WireProduct } from "#lib/products/schema.ts";
import { serializeProduct } from "#lib/products/serialize.ts";

/** One product of the caller's world, hidden and deleted ones included; 4999 for any other (partner-api.md § Products). */
export async function read({ world }: ApiContext, reference: string): Promise<WireProduct> {
  const product = await findProduct(world, reference);
  if (product === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
  return serializeProduct(product);
}
