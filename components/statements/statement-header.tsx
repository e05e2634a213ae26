"use client";

import { Printer } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Logo } from "#components/brand/logo.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useMonthName } from "#components/statements/use-month-name.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { numberOf } from "#lib/insurance/statements/rules/number.ts";
import { withFirst } from "#lib/platform/i18n/first-of-month.ts";

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
