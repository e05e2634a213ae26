import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { ProductView } from "#components/products/product-view.tsx";
import { coverFilters, coversQuery, productQuery } from "#components/products/queries.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { listCovers } from "#lib/insurance/products/list.ts";
import { readForPortal } from "#lib/insurance/products/read.ts";
import { keyset } from "#lib/platform/lists/portal-lists.ts";

interface Props {
  params: Promise<{ environment: string; productId: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // Params are decoded here, unlike in the page.
  return { title: (await getTranslations("products"))("oneTitle", { id: (await params).productId }) };
}

export default async function ProductPage({ params, searchParams }: Props) {
  const { environment: name, productId: reference } = await params;
  const ctx = await requirePartner(name);
  const { environment } = ctx.world;
  const { asked, query } = await readList(coverFilters, keyset, searchParams);
  const product = await readForPortal(ctx, decodeURIComponent(reference)).catch(orNotFound);
  const { productId } = product;
  return (
    <Prefetched
      areas={["products"]}
      queries={[
        known(productQuery(environment, productId), Promise.resolve(product)),
        known(coversQuery(environment, productId, asked), listCovers(ctx, productId, query)),
      ]}
    >
      <ProductView productId={productId} isOwner={isAmong("owner", ctx.user.role)} />
    </Prefetched>
  );
}
