"use client";

import { useTranslations } from "next-intl";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { ContractDetail } from "#lib/insurance/contracts/read.ts";

/** A contract's facts, with links to its renter and to the contract that it continues. */
export function ContractFacts({ contract }: { contract: ContractDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts");
  const { uid, renter, contractType, status, endedAt, endReason, origin, wire } = contract;
  const isCancelled = status === "cancel";
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("facts.title")}</CardTitle>
      </CardHeader>
      <CardContent>
        <KeyValueList isPaired className="gap-x-4 [&>:last-child]:col-span-full">
          <KeyValue name={t("facts.premium")}>
            <span className="text-xl font-semibold">
              <Money euros={wire.price} />
            </span>
            <div className="text-sm text-muted-foreground">{t("facts.premiumNote")}</div>
          </KeyValue>
          <KeyValue name={t("facts.type")}>
            {contractType}
            <div className="text-sm text-muted-foreground">{t(`types.${contractType}`)}</div>
          </KeyValue>
          <KeyValue name={t("facts.renter")}>
            <TextLink href={`/${environment}/renters/${encodeURIComponent(uid)}`}>{renter ?? uid}</TextLink>
            {renter === null ? null : <div className="font-mono text-sm text-muted-foreground">{uid}</div>}
          </KeyValue>
          <KeyValue name={t(isCancelled ? "facts.plannedStart" : "facts.start")}>
            <TimeStamp at={contract.startDate} focusable />
          </KeyValue>
          <KeyValue name={t(isCancelled ? "facts.plannedEnd" : "facts.end")}>
            <TimeStamp at={contract.endDate} focusable />
          </KeyValue>
          {endedAt === null ? null : (
            <KeyValue name={t(isCancelled ? "facts.cancelledAt" : "facts.endedAt")}>
              <TimeStamp at={endedAt} focusable />
            </KeyValue>
          )}
          {endReason === null || contract.terminationPlanned ? null : <KeyValue name={t("facts.endReason")}>{endReason}</KeyValue>}
          {origin === null ? null : (
            <KeyValue name={t("facts.origin")}>
              <ContractLink cid={origin.cid} />
            </KeyValue>
          )}
          <KeyValue name={t("facts.created")}>
            <TimeStamp at={contract.createdAt} focusable />
          </KeyValue>
          <KeyValue name={t("facts.updated")}>
            <TimeStamp at={contract.updatedAt} focusable />
          </KeyValue>
          <KeyValue name={t("facts.options")} wide>
            <ul className="mt-1 flex flex-wrap gap-1.5">
              {wire.options.map((option) => (
                <li key={option}>
                  <Badge title={option}>{t(`options.${option}`)}</Badge>
                </li>
              ))}
            </ul>
          </KeyValue>
        </KeyValueList>
      </CardContent>
    </Card>
  );
}
