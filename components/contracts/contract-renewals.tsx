"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { ContractDetail } from "#lib/insurance/contracts/read.ts";

/** The renewals of a contract, latest first, with the contracts they created. */
export function ContractRenewals({ contract }: { contract: ContractDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts.renewals");
  const { renewals, contractType } = contract;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardContent>
        {renewals.length === 0 ? <p className="text-muted-foreground">{t(contractType === "LCD" ? "never" : "none")}</p> : null}
        <ul className="grid gap-3">
          {renewals.map((renewal) => (
            <li key={renewal.arid} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StatusBadge of="renewal" status={renewal.state} />
              <TextLink href={`/${environment}/renewals/${renewal.arid}`}>
                {t.rich("on", { day: () => <TimeStamp at={renewal.scheduledFor} as="day" /> })}
              </TextLink>
              <span className="text-muted-foreground">{t("months", { count: renewal.durationMonths })}</span>
              {renewal.nextCid === null ? null : (
                <span className="w-full text-sm">
                  {t.rich("next", {
                    cid: renewal.nextCid,
                    link: (chunks: ReactNode) => (
                      <TextLink href={`/${environment}/contracts/${renewal.nextCid}`} className="font-mono">
                        {chunks}
                      </TextLink>
                    ),
                  })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
