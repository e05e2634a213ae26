import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters } from "#app/_session/titled.ts";
import { Prefetched, prefetch, provide } from "#components/kit/api/prefetched.tsx";
import { ProductView } from "#components/products/product-view.tsx";
import { coverFilters, coversQuery, productQuery } from "#components/products/queries.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { readForPortal } from "#lib/insurance/products/read.ts";

export async function generateMetadata({ params }: WorldPageProps<"productId">): Promise<Metadata> {
  const { environment, productId } = await params;
  const ctx = await requirePartner(environment, "member");
  // Params are decoded here, unlike in the page.
  const [{ title }] = await prefetch(ctx, productQuery(ctx.world.environment, productId)).catch(orNotFound);
  return { title: (await getTranslations("products"))("oneTitle", { id: title }) };
}

export default async function ProductPage({ params, searchParams }: WorldPageProps<"productId">) {
  const { environment: name, productId: reference } = await params;
  const ctx = await requirePartner(name, "member");
  const { environment } = ctx.world;
  const asked = await readFilters(coverFilters, searchParams);
  const product = await readForPortal(ctx, decodeURIComponent(reference)).catch(orNotFound);
  const { productId } = product;
  provide(productQuery(environment, productId), product);
  await prefetch(ctx, coversQuery(environment, productId, asked));
  return (
    <Prefetched areas={["products"]}>
      <ProductView productId={productId} isDeveloper={isAmong("developer", ctx.user.role)} />
    </Prefetched>
  );
}
