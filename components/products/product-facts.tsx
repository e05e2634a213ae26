"use client";

import { useTranslations } from "next-intl";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { Card, CardContent } from "#components/ui/card.tsx";
import type { ProductDetail } from "#lib/insurance/products/read.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

/** A product's facts, including the partner's own properties. */
export function ProductFacts({ product }: { product: ProductDetail }) {
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
