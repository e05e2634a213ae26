"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure, Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { coverFilters, coversQuery, productQuery } from "#components/products/queries.ts";
import { useProductNames } from "#components/products/use-product-names.ts";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { CoverRow } from "#lib/insurance/products/list.ts";
import type { ProductDetail } from "#lib/insurance/products/read.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

const idOf = ({ cpid }: CoverRow) => cpid;

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

/** A product's facts, including the partner's own properties. */
function ProductFacts({ product }: { product: ProductDetail }) {
  const t = useTranslations("products");
  const { nameType, nameSubtype } = useProductNames();
  const { product_subtype: subtype, brand, model, ...own } = product.data;
  return (
    <Card>
      <CardContent className="grid gap-5 pt-5">
        <KeyValueList>
          <KeyValue name={t("facts.value")}>
            <span className="text-xl font-semibold">
              <Money euros={eurosFromCents(product.valueExclCents)} />
            </span>
            <div className="text-sm text-muted-foreground">{t("facts.valueNote")}</div>
          </KeyValue>
          <KeyValue name={t("facts.type")}>
            {nameType(product.productType)}
            <div className="font-mono text-sm text-muted-foreground">{product.productType}</div>
          </KeyValue>
          <KeyValue name={t("facts.subtype")}>
            {nameSubtype(product.productType, subtype)}
            <div className="font-mono text-sm text-muted-foreground">{subtype}</div>
          </KeyValue>
          <KeyValue name={t("facts.brand")}>{brand}</KeyValue>
          <KeyValue name={t("facts.model")}>{model}</KeyValue>
          {product.purchasedDate === null ? null : (
            <KeyValue name={t("facts.purchased")} value={<TimeStamp at={product.purchasedDate} as="day" timeZone="UTC" focusable />} />
          )}
          <KeyValue name={t("facts.created")} value={<TimeStamp at={product.createdAt} focusable />} />
          <KeyValue name={t("facts.updated")} value={<TimeStamp at={product.updatedAt} focusable />} />
          {product.hidden ? null : <KeyValue name={t("facts.uid")} value={<Identifier id={product.uid} what={t("facts.theUid")} />} />}
          <KeyValue name={t("facts.id")} value={<Identifier id={product.productId} what={t("facts.theId")} />} />
          {product.description === null ? null : (
            <KeyValue name={t("facts.description")} wide value={<p className="max-w-prose whitespace-pre-line">{product.description}</p>} />
          )}
        </KeyValueList>
        {Object.keys(own).length === 0 ? null : <JsonView text={JSON.stringify(own)} what={t("ownData")} />}
      </CardContent>
    </Card>
  );
}

/** The contracts that insure or insured a product, by their entries. */
function CoverList({ productId }: { productId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("products.covers");
  const filters = useListFilters(coverFilters);
  const query = useQuery(coversQuery(environment, productId, filters.values));
  const columns: Column<CoverRow>[] = [
    { key: "cid", header: t("columns.contract"), cell: ({ cid }) => <code className="font-mono text-sm">{cid}</code> },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="contract" status={status} />, phone: "end" },
    { key: "contractType", header: t("columns.type"), cell: ({ contractType }) => <Badge>{contractType}</Badge> },
    {
      key: "renter",
      header: t("columns.renter"),
      cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />,
      phone: "below",
    },
    {
      key: "startDate",
      header: t("columns.cover"),
      cell: ({ startDate, endDate }) => <CoverPeriod from={startDate} until={endDate} />,
      phone: "belowEnd",
    },
    {
      key: "priceCents",
      header: t("columns.premium"),
      cell: ({ priceCents }) => <Money euros={eurosFromCents(priceCents)} />,
      align: "right",
    },
  ];
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={query.data?.rows}
      query={query}
      idOf={idOf}
      hrefOf={({ cid }) => `/${environment}/contracts/${cid}`}
      empty={<EmptyState icon={FileCheck} texts={t} />}
      pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} />}
    />
  );
}
