"use client";

import { Printer } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Logo } from "#components/brand/logo.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { LossRatio, useMonthName } from "#components/statements/figure-columns.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { numberOf, zone } from "#lib/insurance/statements/rules/months.ts";
import type { Figures } from "#lib/insurance/statements/schema.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";

/** The totals of a month: premium and claims, each with its parts, and the ratio of the two. */
export function StatementTotals({ totals }: { totals: Figures }) {
  const t = useTranslations("statements");
  const name = useTranslations("statements.figures");
  const format = useFormatter();
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-4 print:grid-cols-3">
      <Sum title={t("premium")} sumName={name("premium_net")} sum={<Money euros={totals.premium_net} />}>
        <Part name={name("contracts_created")}>{format.number(totals.contracts_created)}</Part>
        <Part name={name("premium_written")}>
          <Money euros={totals.premium_written} />
        </Part>
        <Part name={name("premium_returned")}>
          <Money euros={totals.premium_returned} />
        </Part>
      </Sum>
      <Sum title={t("claims")} sumName={name("claims_net")} sum={<Money euros={totals.claims_net} />}>
        <Part name={name("claims_submitted")}>{format.number(totals.claims_submitted)}</Part>
        <Part name={name("claims_paid")}>
          <Money euros={totals.claims_paid} />
        </Part>
        <Part name={name("claims_charged")}>
          <Money euros={0 - totals.claims_charged} />
        </Part>
      </Sum>
      <Sum title={t("result")} sumName={name("loss_ratio")} sum={<LossRatio ratio={totals.loss_ratio} />}>
        <Part name={name("premium_net")}>
          <Money euros={totals.premium_net} />
        </Part>
        <Part name={name("tax")}>
          <Money euros={0 - totals.tax} />
        </Part>
        <Part name={name("premium_net_excluding_tax")}>
          <Money euros={totals.premium_net_excluding_tax} />
        </Part>
        <Part name={name("claims_net")}>
          <Money euros={totals.claims_net} />
        </Part>
      </Sum>
    </div>
  );
}

function Sum({ title, sumName, sum, children }: { title: string; sumName: string; sum: ReactNode; children: ReactNode }) {
  return (
    <div className="flex break-inside-avoid flex-col rounded-lg border bg-card p-4 shadow-xs">
      <p className="mb-2 font-medium">{title}</p>
      <dl className="flex grow flex-col">
        {children}
        <Part name={sumName} className="mt-auto border-t pt-1.5 text-lg font-semibold">
          {sum}
        </Part>
      </dl>
    </div>
  );
}

function Part({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn("flex flex-wrap items-baseline justify-between gap-x-3 py-0.5", className)}>
      <dt className="text-sm font-normal text-muted-foreground">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

/** The top of a month's page; on paper, of the statement. */
export function StatementHeader({
  month,
  closed,
  closedAt = null,
  sha256 = null,
  partnerName,
  isTest = false,
  crumbs,
  actions,
}: {
  month: string;
  closed: boolean;
  /** Null if it is not known to the page. */
  closedAt?: string | null;
  /** The hash of the entries of a closed month. Its beginning makes the number of the statement unique. */
  sha256?: string | null;
  /** The partner of the statement. */
  partnerName: string;
  /** True if nothing in it is insured. */
  isTest?: boolean;
  actions?: ReactNode;
} & Pick<ComponentProps<typeof PageHeader>, "crumbs">) {
  const t = useTranslations("statements");
  const format = useFormatter();
  const sayMonth = useMonthName();
  return (
    <>
      <div className="mb-6 hidden items-end justify-between print:flex">
        <Logo />
        <p className="text-right text-sm">
          <strong className="block">{partnerName}</strong>
          {sha256 === null ? null : <span className="block">{t("number", { number: numberOf(month, sha256) })}</span>}
          {t("currency")}
          {closedAt === null ? null : (
            <span className="block">
              {t("closedOn", { day: withFirst(format.dateTime(new Date(closedAt), { dateStyle: "long", timeZone: zone })) })}
            </span>
          )}
          {isTest ? <strong className="block">{t("testData")}</strong> : null}
        </p>
      </div>
      <PageHeader
        title={t("statementOf", { month: sayMonth(month) })}
        {...(crumbs !== undefined && { crumbs })}
        badge={<Badge tone={closed ? "success" : "outline"}>{t(closed ? "closed" : "open")}</Badge>}
        description={t(closed ? "closedText" : "openText")}
        actions={
          <span className="contents print:hidden">
            {actions}
            <Button variant="outline" onClick={() => print()} icon={Printer}>
              {t("print")}
            </Button>
          </span>
        }
      />
    </>
  );
}
