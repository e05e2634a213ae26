"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, HandCoins, LoaderCircle, ReceiptText, ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { requestFile } from "#components/kit/api/request.ts";
import { saveFile } from "#components/kit/code/save-file.ts";
import { Identifier } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { BoundedTable } from "#components/kit/list/bounded-table.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState, useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { FiguresTable } from "#components/statements/figure-columns.tsx";
import { entriesQuery, entryParsers, refundsQuery, statementQuery, verificationQuery } from "#components/statements/queries.ts";
import type { RefundCursor } from "#components/statements/queries.ts";
import { StatementHeader, StatementTotals } from "#components/statements/statement-totals.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { PremiumKind } from "#lib/insurance/contracts/rules/pricing.ts";
import type { EntryRow } from "#lib/insurance/statements/entries-of-month.ts";
import { entryFilters } from "#lib/insurance/statements/list-filters.ts";
import type { RefundRow } from "#lib/insurance/statements/refunds-of-month.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

const idOf = ({ id }: EntryRow) => id;

const formats = ["csv", "json"] as const;

/** A month of an environment: what it came to, for which rental companies, and by which changes of prices and payments. */
export function StatementView({ month, partnerName }: { month: string; partnerName: string }) {
  const environment = useEnvironment();
  const t = useTranslations("statements");
  const { data: statement } = useQuery(statementQuery(environment, month));
  if (statement === undefined) return null;
  const root = `/${environment}/statements`;
  return (
    <div className="print:[page:landscape]">
      <StatementHeader
        month={month}
        closed={statement.closed}
        closedAt={statement.closed_at}
        sha256={statement.sha256}
        partnerName={partnerName}
        isTest={environment === "development"}
        crumbs={[{ label: t("title"), href: root }]}
        actions={<EntryFiles month={month} />}
      />
      <div className="grid gap-6 [&>*]:min-w-0">
        <StatementTotals totals={statement.totals} />
        <FiguresTable
          title={t("byRenter")}
          onPaper={partnerName}
          month={month}
          nameOfRow={t("renter")}
          rows={statement.renters.map(({ uid, company_name: name, ...figures }) => ({
            id: uid,
            name: name ?? uid,
            href: `${root}/${month}?${new URLSearchParams({ renter: uid })}#entries`,
            figures,
          }))}
          totals={statement.totals}
          actions={<ExportButton list="statement-renters" of={{ month }} />}
        />
        {statement.sha256 === null ? null : <Verification month={month} sha256={statement.sha256} />}
        {environment === "production" ? (
          <p className="text-sm text-muted-foreground">
            {t("testsApart")}{" "}
            <TextLink href="/production/contracts?test=true" className="print:hidden">
              {t("viewTests")}
            </TextLink>
          </p>
        ) : null}
        <EntryList month={month} renters={statement.renters.map(({ uid, company_name: name }) => ({ value: uid, label: name ?? uid }))} />
        <RefundList month={month} />
      </div>
    </div>
  );
}

/** Checks that the entries of a closed month still have the hash with which it was closed. */
function Verification({ month, sha256 }: { month: string; sha256: string }) {
  const t = useTranslations("statements.verification");
  const { data, error, refetch } = useQuery(verificationQuery(useEnvironment(), month));
  if (error !== null) {
    return (
      <Card className="print:hidden">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  const state = data === undefined || data === null ? "checking" : data.isUnchanged ? "unchanged" : "changed";
  const Icon = { checking: LoaderCircle, unchanged: ShieldCheck, changed: ShieldAlert }[state];
  return (
    <Card className="flex items-start gap-3 p-4 break-inside-avoid print:[&_button]:hidden">
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${{ checking: "animate-spin text-muted-foreground", unchanged: "text-success", changed: "text-danger" }[state]}`}
      />
      <output className="block min-w-0">
        <p className="font-medium">{t(state)}</p>
        <p className="text-sm text-muted-foreground">{t(`${state}Text`)}</p>
        <p className="mt-1 text-sm">
          SHA-256 <Identifier id={sha256} what="SHA-256" />
        </p>
      </output>
    </Card>
  );
}

/** Saves the entries of a month: for a spreadsheet, and byte by byte as the API serves them, whose CSV has the hash of a closed month. */
function EntryFiles({ month }: { month: string }) {
  const t = useTranslations("statements");
  const environment = useEnvironment();
  const say = useErrorText();
  const [running, setRunning] = useState<(typeof formats)[number]>();

  async function save(format: (typeof formats)[number]) {
    setRunning(format);
    try {
      const response = await requestFile(`/${environment}/statements/${month}/${format}`, {}, new AbortController().signal);
      saveFile(`covergate-${environment}-statement-${month}.${format}`, await response.blob());
    } catch (error) {
      notify("error", say(error));
    } finally {
      setRunning(undefined);
    }
  }

  return (
    <>
      <ExportButton list="statement-entries" of={{ month }} label={t("files.spreadsheet")} />
      {formats.map((format) => (
        <Button key={format} variant="outline" disabled={running !== undefined} onClick={() => void save(format)}>
          <Download aria-hidden />
          {t(`files.${format}`)}
        </Button>
      ))}
    </>
  );
}

/** The changes of prices that a month's premium is the sum of, each with its contract. */
function EntryList({ month, renters }: { month: string; renters: readonly { value: string; label: string }[] }) {
  const environment = useEnvironment();
  const t = useTranslations("statements.entries");
  const filters = useListFilters(entryParsers);
  const query = useQuery(entriesQuery(environment, month, filters.values));
  const columns: Column<EntryRow>[] = [
    {
      key: "cid",
      header: t("contract"),
      cell: ({ cid }) => (
        <TextLink href={`/${environment}/contracts/${cid}`} className="whitespace-nowrap">
          <code className="font-mono text-sm">{cid}</code>
        </TextLink>
      ),
    },
    { key: "kind", header: t("kind"), cell: ({ kind, happenedAt }) => <Kind kind={kind} happenedAt={happenedAt} />, phone: "below" },
    { key: "product", header: t("product"), cell: ({ product, marking }) => titleOf([product, marking]), grows: true },
    { key: "renter", header: t("renter"), cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />, from: "wide" },
    { key: "at", header: t("at"), cell: ({ at }) => <TimeStamp at={at} />, phone: "belowEnd" },
    {
      key: "amount",
      header: t("amount"),
      cell: ({ amountCents }) => <Money euros={amountCents / 100} />,
      align: "right",
      phone: "end",
    },
  ];
  return (
    <section aria-labelledby="entries" className="min-w-0 print:hidden">
      <h2 id="entries" className="text-lg font-semibold tracking-tight">
        {t("title")}
      </h2>
      <p className="mb-3 max-w-2xl text-muted-foreground">{t("description")}</p>
      <ResourceList
        texts={t}
        declared={entryFilters}
        filters={filters}
        query={query}
        words={{
          renter: { label: t("renterUid"), placeholder: t("renterPlaceholder"), choices: renters },
          kind: { label: t("kind"), labelOf: (kind) => t(`kinds.${kind as PremiumKind}`) },
        }}
        columns={columns}
        idOf={idOf}
        nothing={<EmptyState icon={ReceiptText} texts={t} />}
      />
    </section>
  );
}

function Kind({ kind, happenedAt }: Pick<EntryRow, "kind" | "happenedAt">) {
  const t = useTranslations("statements.entries");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Badge>{t(`kinds.${kind}`)}</Badge>
      {happenedAt === null ? null : (
        <span className="text-sm text-muted-foreground">
          {t("repaired")} <TimeStamp at={happenedAt} />
        </span>
      )}
    </span>
  );
}

const refundId = ({ id }: RefundRow) => id;
const newest: RefundCursor = { before: null, after: null };

/** The payments and deductions that a month's claims figures are the sum of, each with its claim; of one rental company as the entries are. */
function RefundList({ month }: { month: string }) {
  const environment = useEnvironment();
  const t = useTranslations("statements.refunds");
  const columns = useRefundColumns();
  const { renter } = useListFilters(entryParsers).values;
  const [cursor, setCursor] = useState(newest);
  const query = useQuery(refundsQuery(environment, month, { renter, ...cursor }));
  return (
    <section aria-labelledby="refunds" className="min-w-0 print:hidden">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="refunds" className="text-lg font-semibold tracking-tight">
            {t("title")}
          </h2>
          <p className="max-w-2xl text-muted-foreground">{t("description")}</p>
        </div>
        <ExportButton list="statement-refunds" of={{ month, ...(renter !== null && { renter }) }} />
      </div>
      <BoundedTable
        texts={t}
        query={query}
        filters={{
          values: cursor,
          isFiltered: renter !== null,
          isPaged: cursor.before !== null || cursor.after !== null,
          go: (to) => setCursor({ ...newest, ...to }),
        }}
        columns={columns}
        idOf={refundId}
        nothing={<EmptyState icon={HandCoins} texts={t} />}
      />
    </section>
  );
}

function useRefundColumns(): Column<RefundRow>[] {
  const environment = useEnvironment();
  const t = useTranslations("statements");
  const types = useTranslations("claims.settlements.types");
  const amount = (key: "claims_paid" | "claims_charged" | "claims_net", cents: (row: RefundRow) => number): Column<RefundRow> => ({
    key,
    header: t(`figures.${key}`),
    cell: (row) => <Money euros={cents(row) / 100} />,
    align: "right",
    ...(key === "claims_net" ? { phone: "end" } : { from: "medium" }),
  });
  return [
    {
      key: "claim",
      header: t("refunds.claim"),
      cell: ({ claimId, number }) => (
        <TextLink href={`/${environment}/claims/${claimId}`} className="font-mono text-sm whitespace-nowrap">
          {number ?? claimId}
        </TextLink>
      ),
    },
    { key: "type", header: t("refunds.type"), cell: ({ type }) => <Badge>{types(type)}</Badge>, phone: "below" },
    { key: "product", header: t("entries.product"), cell: ({ product, marking }) => titleOf([product, marking]), grows: true },
    {
      key: "contract",
      header: t("entries.contract"),
      cell: ({ cid }) => (
        <TextLink href={`/${environment}/contracts/${cid}`} className="font-mono text-sm whitespace-nowrap">
          {cid}
        </TextLink>
      ),
      from: "widest",
    },
    { key: "renter", header: t("renter"), cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />, from: "wide" },
    { key: "at", header: t("entries.at"), cell: ({ at }) => <TimeStamp at={at} as="day" timeZone={insurerZone} />, phone: "belowEnd" },
    amount("claims_paid", ({ paidCents }) => paidCents),
    amount("claims_charged", ({ chargedCents }) => 0 - chargedCents),
    amount("claims_net", ({ netCents }) => netCents),
  ];
}
