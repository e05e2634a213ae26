import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { ProductList } from "#components/products/product-list.tsx";
import { productParsers, productsQuery } from "#components/products/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listForPortal, productListQuery } from "#lib/insurance/products/list.ts";

interface Props {
  params: Promise<{ environment: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("title") };
}

export default async function ProductsPage({ params, searchParams }: Props) {
  const ctx = await requirePartner((await params).environment);
  const t = await getTranslations("products");
  const { asked, query } = await readList(productParsers, productListQuery, searchParams);
  const { environment } = ctx.world;
  return (
    <Prefetched areas={["products"]} queries={[known(productsQuery(environment, asked), listForPortal(ctx, query))]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="products" />} />
      <ProductList />
    </Prefetched>
  );
}
