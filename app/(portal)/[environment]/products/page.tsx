import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { ProductList } from "#components/products/product-list.tsx";
import { productParsers, productsQuery } from "#components/products/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("products.title");

export default async function ProductsPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "member");
  const t = await getTranslations("products");
  const asked = await readFilters(productParsers, searchParams);
  const { environment } = ctx.world;
  await prefetch(ctx, productsQuery(environment, asked));
  return (
    <Prefetched areas={["products"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="products" />} />
      <ProductList />
    </Prefetched>
  );
}
