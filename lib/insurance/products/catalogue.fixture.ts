import { db } from "#db/client.ts";
import { products } from "#db/schema/contracts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { list } from "#lib/insurance/products/list.ts";
import { sampleData } from "#lib/insurance/products/rules/product.fixture.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { Page } from "#lib/platform/wire/endpoint.ts";

export async function makeContext(): Promise<ApiContext> {
  const { contexts } = await makePartner();
  return contexts.production;
}

export async function listAll(ctx: ApiContext, query: { skip?: number; limit?: number } = {}): Promise<WireProduct[]> {
  const answer = await list(ctx, query);
  if (answer instanceof Page) return answer.items;
  const listed: WireProduct[] = [];
  for await (const page of answer) listed.push(...page);
  return listed;
}

/** The newest is last. */
export async function insertMany(
  { world, now }: ApiContext,
  count: number,
  changes: (index: number) => { hidden?: boolean; deletedAt?: Date } = () => ({}),
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_none, index) => {
    const id = newId("prod");
    return {
      id,
      worldId: world.id,
      uid: `uid ${id}`,
      productType: "bike" as const,
      title: `Bike ${index}`,
      data: sampleData,
      valueExclCents: 100 + index,
      createdAt: now,
      updatedAt: now,
      ...changes(index),
    };
  });
  await db.insert(products).values(rows);
  return rows.map(({ id }) => id);
}
