import type { ApiContext, World } from "#lib/context.ts";
import { defaultLimit } from "#lib/paging.ts";
import type { OptionalPaging } from "#lib/paging.ts";
import { findProducts, newestPosition } from "#lib/products/find.ts";
import type { WireProduct } from "#lib/products/schema.ts";
import { serializeProduct } from "#lib/products/serialize.ts";

/** How many products are held at a time while the whole catalogue is answered. */
const pageSize = 500;

/** The catalogue, newest first: the whole of it, page after page, unless the query asks for one (partner-api.md § Products). */
export async function list({ world }: ApiContext, { skip, limit }: OptionalPaging): Promise<WireProduct[] | AsyncIterable<WireProduct[]>> {
  if (skip === undefined && limit === undefined) return listWhole(world);
  const products = await findProducts(world, newestPosition(world), { skip: skip ?? 0, limit: limit ?? defaultLimit });
  return products.map(serializeProduct);
}

async function* listWhole(world: World): AsyncGenerator<WireProduct[], void> {
  let position = newestPosition(world);
  for (;;) {
    const page = await findProducts(world, position, { skip: 0, limit: pageSize });
    yield page.map(serializeProduct);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    position = { worldId: world.id, productId: last.productId };
  }
}
