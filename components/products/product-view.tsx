"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { CoverList } from "#components/products/cover-list.tsx";
import { ProductFacts } from "#components/products/product-facts.tsx";
import { productQuery } from "#components/products/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

/** A product with the contracts that insure it. Owners get a link to its calls. */
export function ProductView({ productId, isDeveloper }: { productId: string; isDeveloper: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("products");
  const { data: product } = useQuery(productQuery(environment, productId));
  if (product === undefined) return null;
  const { title, hidden, deletedAt } = product;
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: t("title"), href: `/${environment}/products` }]}
        badge={
          hidden ? <Badge tone="outline">{t("hidden")}</Badge> : deletedAt === null ? null : <Badge tone="outline">{t("deleted")}</Badge>
        }
        actions={
          isDeveloper ? (
            <LinkButton
              variant="outline"
              href={`/${environment}/calls?search=${encodeURIComponent(product.productId)}`}
              icon={ArrowLeftRight}
            >
              {t("calls")}
            </LinkButton>
          ) : undefined
        }
      />
      <div className="grid gap-5">
        {hidden ? <Alert tone="info">{t("hiddenText")}</Alert> : null}
        {deletedAt === null ? null : (
          <Alert tone="info">{t.rich("deletedText", { day: () => <TimeStamp at={deletedAt} as="day" focusable /> })}</Alert>
        )}
        <ProductFacts product={product} />
        <section aria-labelledby="covers" className="min-w-0">
          <h2 id="covers" className="mb-2 text-lg font-semibold tracking-tight">
            {t("covers.title")}
          </h2>
          <CoverList productId={product.productId} />
        </section>
        {isDeveloper ? (
          <Disclosure title={t("json")}>
            <JsonView text={JSON.stringify(product.wire)} what={`GET /v2/products/${product.productId}`} />
          </Disclosure>
        ) : null}
      </div>
    </>
  );
}
