"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { CoveredProduct } from "#lib/insurance/contracts/read.ts";
import { chainEntries } from "#lib/insurance/contracts/rules/chains.ts";
import type { Chain } from "#lib/insurance/contracts/rules/chains.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

type Entry = CoveredProduct;

/** More rows take the browser too long to render. */
const shownAtFirst = 50;

/** The products of a contract, each with the entries that it replaced. */
export function ContractProducts({ products }: { products: readonly Entry[] }) {
  const t = useTranslations("contracts.products");
  const [isWhole, setIsWhole] = useState(false);
  const chains = chainEntries(products);
  const visible = isWhole ? chains : chains.slice(0, shownAtFirst);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <CardDescription>{t("count", { count: chains.length })}</CardDescription>
      </CardHeader>
      <ul>
        {visible.map((chain) => (
          <li key={chain.current.cpid} className="border-t">
            <Product chain={chain} />
          </li>
        ))}
      </ul>
      {visible.length === chains.length ? null : (
        <CardContent className="border-t pt-4">
          <Button variant="outline" size="sm" onClick={() => setIsWhole(true)}>
            {t("all", { count: chains.length })}
          </Button>
        </CardContent>
      )}
    </Card>
  );
}

function Product({ chain: { current, earlier } }: { chain: Chain<Entry> }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts.products");
  const { nameSubtype } = useProductNames();
  return (
    <div className="grid gap-3 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-medium">
            <TextLink href={`/${environment}/products/${encodeURIComponent(current.productId)}`}>
              {current.title || current.productId}
            </TextLink>
          </h3>
          <p className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
            {[nameSubtype(current.productType, current.productSubtype ?? ""), current.brand, current.model].filter(Boolean).join(" · ")}
          </p>
        </div>
        <StatusBadge of="contract" status={current.status} />
      </div>
      <EntryFacts entry={current} />
      {earlier.length === 0 ? null : (
        <details>
          <summary className="w-fit rounded-sm text-sm text-link select-none hover:underline">
            {t("earlier", { count: earlier.length })}
          </summary>
          <ol className="mt-2 grid gap-3 border-l-2 pl-4">
            {earlier.map((entry) => (
              <li key={entry.cpid}>
                <EntryFacts entry={entry} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** The standard fields of product data with their labels; own properties follow under their own names. */
const labels = { product_marked: "marked", user_name: "user", internal_id: "internal" } as const;
const isKnown = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name);

function EntryFacts({ entry }: { entry: Entry }) {
  const t = useTranslations("contracts.products");
  const names = [...Object.keys(labels), ...Object.keys(entry.data).filter((name) => !isKnown(name))];
  const properties = names.flatMap((name) => (Object.hasOwn(entry.data, name) ? [[name, entry.data[name]] as const] : []));
  return (
    <KeyValueList isPaired className="gap-x-4 gap-y-2.5 [&>:last-child]:col-span-full">
      <KeyValue name={t(entry.status === "cancel" ? "neverCovered" : "cover")}>
        <CoverPeriod from={entry.startDate} until={entry.endDate} focusable />
      </KeyValue>
      <KeyValue name={t("premium")}>
        <Money euros={eurosFromCents(entry.priceCents)} />
      </KeyValue>
      <KeyValue name={t("value")}>
        <Money euros={eurosFromCents(entry.valueExclCents)} /> <span className="text-sm text-muted-foreground">{t("valueNote")}</span>
      </KeyValue>
      {properties.map(([name, value]) => (
        <KeyValue key={name} name={isKnown(name) ? t(labels[name]) : name}>
          {value}
        </KeyValue>
      ))}
      {entry.endReason === null ? null : <KeyValue name={t("endReason")}>{entry.endReason}</KeyValue>}
      <KeyValue name={t("entry")} wide>
        <Identifier id={entry.cpid} what={t("theEntry")} />
      </KeyValue>
    </KeyValueList>
  );
}
