"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ChangesTable, useFigures } from "#components/prices/figures.tsx";
import { SimpleTable } from "#components/prices/simple-table.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Effect } from "#lib/insurance/prices/effect.ts";

/** The effect of a price list: its changed figures, and the cost of the last 30 days' contracts under it. */
export function PriceEffect({ follows, changes, raises, fallBack, simulation }: Effect) {
  const t = useTranslations("prices");
  const format = useFormatter();
  const { sayCents, saySigned, sayShare, sayDay } = useFigures();
  const { contracts, largest, renters, since, isCut } = simulation;
  const difference = (row: { beforeCents: number; afterCents: number; todayCents: number }) => [
    sayCents(row.beforeCents),
    sayCents(row.afterCents),
    saySigned(row.afterCents - row.beforeCents),
    row.beforeCents === 0 ? "—" : sayShare(row.afterCents / row.beforeCents - 1),
    saySigned(row.afterCents - row.todayCents),
  ];
  const amounts = [t("before"), t("after"), t("difference"), t("change"), t("againstToday")];
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{t("changes")}</h2>
        <p className="text-muted-foreground">
          {follows === null ? t("newName") : t("follows", { version: follows.version, day: sayDay(follows.effectiveFrom) })}
        </p>
        {raises ? <Alert tone="info">{t("raises")}</Alert> : null}
        <ChangesTable changes={changes} />
        {fallBack === null ? null : (
          <Alert tone="warning">
            <p>
              {t(fallBack.changes.length === 0 ? "nextVersion" : "fallsBack", {
                version: fallBack.version,
                day: sayDay(fallBack.effectiveFrom),
                count: fallBack.changes.length,
              })}
            </p>
            {fallBack.changes.length === 0 ? null : <ChangesTable changes={fallBack.changes} />}
          </Alert>
        )}
      </section>
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{t("simulation")}</h2>
        <p className="text-muted-foreground">{t("simulationText", { day: sayDay(since) })}</p>
        {isCut ? <Alert tone="info">{t("cut", { count: contracts })}</Alert> : null}
        <SimpleTable
          label={t("simulation")}
          headers={[t("contracts"), ...amounts]}
          rows={[{ id: "total", cells: [format.number(contracts), ...difference(simulation)] }]}
        />
        {renters.length === 0 ? null : (
          <SimpleTable
            label={t("byRenter")}
            headers={[t("renter"), t("contracts"), ...amounts]}
            rows={renters.map((row) => ({ id: row.uid, cells: [row.renter ?? row.uid, format.number(row.contracts), ...difference(row)] }))}
          />
        )}
        {largest.length === 0 ? null : (
          <>
            <h3 className="font-medium">{t("largest")}</h3>
            <SimpleTable
              label={t("largest")}
              headers={[t("contract"), t("renter"), ...amounts]}
              rows={largest.map((row) => ({
                id: row.cid,
                cells: [
                  <Link key={row.cid} href={`/support/contracts?cid=${row.cid}`} className="font-mono text-link hover:underline">
                    {row.cid}
                  </Link>,
                  row.renter ?? row.uid,
                  ...difference(row),
                ],
              }))}
            />
          </>
        )}
      </section>
    </div>
  );
}
