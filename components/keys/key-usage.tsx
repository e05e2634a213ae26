"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { keysQuery, keyUsageQuery, namedKeysQuery } from "#components/keys/queries.ts";
import type { ChartSeries, TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { TimeChart } from "#components/kit/chart/time-chart.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { RangeSwitch } from "#components/overview/change.tsx";
import { pointSpans, rangeFilter } from "#components/overview/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Card } from "#components/ui/card.tsx";
import type { NamedKey, OwnKey } from "#lib/account/keys/list.ts";
import type { UsageOverTime } from "#lib/account/keys/usage.ts";

interface KeyCount {
  id: string;
  /** Its name, or its beginning. */
  label: string;
  state: OwnKey["state"];
  lastUsedAt: Date | null;
  calls: number;
  errors: number;
  trend: readonly number[];
}

const idOf = ({ id }: KeyCount) => id;

/** The calls of the partner's own system by key, over time and in total: an owner sees when a replaced key is no longer used. */
export function KeyUsage() {
  const environment = useEnvironment();
  const t = useTranslations("keys.usage");
  const timeZone = useTimeZone() ?? "UTC";
  const [{ range }, setRange] = useQueryStates(rangeFilter, { history: "push" });
  const query = useQuery(keyUsageQuery(environment, range, timeZone));
  const { data: keys } = useQuery(keysQuery(environment));
  const { data: named } = useQuery(namedKeysQuery(environment));
  const { data: usage } = query;
  return (
    <section aria-labelledby="key-usage" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="key-usage" className="text-lg font-semibold tracking-tight">
          {t("title")}
        </h2>
        <RangeSwitch range={range} choose={(chosen) => void setRange({ range: chosen })} prepare={() => undefined} />
      </div>
      {usage === undefined || keys === undefined || named === undefined ? (
        query.error === null ? null : (
          <Card>
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          </Card>
        )
      ) : (
        <UsageFigures usage={usage} counts={countsOf([...keys, ...named], usage)} span={pointSpans[range]} query={query} />
      )}
    </section>
  );
}

/** The keys that work or were called: the key of the environment, newest first, then the named ones. */
function countsOf(keys: readonly (OwnKey | NamedKey)[], usage: UsageOverTime): KeyCount[] {
  const counted = new Map(usage.keys.map((key) => [key.keyId, key]));
  return keys.flatMap((key) => {
    const { id, state, lastUsedAt, use } = key;
    const { calls = 0, errors = 0, trend = [] } = counted.get(id) ?? {};
    return use === null && calls === 0
      ? []
      : [{ id, label: "name" in key ? key.name : `${key.preview}…`, state, lastUsedAt, calls, errors, trend }];
  });
}

function UsageFigures({
  usage: { points },
  counts,
  span,
  query,
}: {
  usage: UsageOverTime;
  counts: readonly KeyCount[];
  span: TimeChartProps["span"];
  query: Parameters<typeof DataTable<KeyCount>>[0]["query"];
}) {
  const environment = useEnvironment();
  const t = useTranslations("keys.usage");
  const columns = useColumns();
  const callsFrom = (from: Date | undefined, to?: Date, key?: string) =>
    `/${environment}/calls?${new URLSearchParams({
      ...(key !== undefined && { key }),
      source: "system,command_line",
      ...(from !== undefined && { from: from.toISOString() }),
      ...(to !== undefined && { to: to.toISOString() }),
    })}`;
  return (
    <>
      <UsageChart points={points} counts={counts} span={span} callsFrom={callsFrom} />
      <DataTable
        label={t("table")}
        columns={columns}
        rows={counts}
        query={query}
        idOf={idOf}
        hrefOf={({ id }) => callsFrom(points[0], undefined, id)}
        empty={<EmptyState icon={ChartColumn} title={t("empty")} />}
      />
    </>
  );
}

function useColumns(): Column<KeyCount>[] {
  const t = useTranslations("keys.usage");
  const format = useFormatter();
  return [
    { key: "label", header: t("key"), cell: ({ label }) => <span className="font-mono">{label}</span> },
    { key: "state", header: t("state"), cell: ({ state }) => <StatusBadge of="key" status={state} />, phone: "end" },
    { key: "calls", header: t("calls"), cell: ({ calls }) => t("callCount", { calls }), align: "right", phone: "below" },
    { key: "errors", header: t("errors"), cell: ({ errors }) => format.number(errors), align: "right" },
    {
      key: "lastUsedAt",
      header: t("lastUsed"),
      cell: ({ lastUsedAt }) => <LastTime at={lastUsedAt} never={t("never")} />,
      phone: "belowEnd",
    },
  ];
}

/** The newest key, the one before it, and all earlier ones together. */
const tones = ["main", "waiting", "aside"] as const;

function UsageChart({
  points,
  counts,
  span,
  callsFrom,
}: {
  points: UsageOverTime["points"];
  counts: readonly KeyCount[];
  span: TimeChartProps["span"];
  /** The address of the calls of a time. */
  callsFrom: (from: Date, until?: Date) => string;
}) {
  const t = useTranslations("keys.usage");
  const format = useFormatter();
  const router = useRouter();
  const [pointed, setPointed] = useState<TimeChartProps["pointed"]>();
  const total = counts.reduce((sum, { calls }) => sum + calls, 0);
  const groups = [counts.slice(0, 1), counts.slice(1, 2), counts.slice(2)].filter((group) => group.length > 0);
  const callsAt = (group: readonly KeyCount[], index: number) => group.reduce((sum, { trend }) => sum + (trend[index] ?? 0), 0);
  return (
    <Card className="p-4 sm:p-5">
      <TimeChart
        title={t("chart")}
        summary={t("summary", { calls: total, keys: counts.length })}
        heading={
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="text-2xl font-semibold tracking-tight tabular-nums">{format.number(total)}</span>
            <span className="text-muted-foreground">{t("own", { calls: total })}</span>
          </p>
        }
        kind="bars"
        points={points.map((at, index) => ({
          at,
          values: Object.fromEntries(groups.map((group, place) => [String(place), callsAt(group, index)])),
        }))}
        span={span}
        series={groups.map((group, place): ChartSeries => {
          const [only] = group;
          return {
            key: String(place),
            label: group.length === 1 && only !== undefined ? only.label : t("others", { count: group.length }),
            tone: tones[place] ?? "aside",
            total: format.number(group.reduce((sum, { calls }) => sum + calls, 0)),
          };
        })}
        unit="count"
        empty={t("empty")}
        className="min-h-48"
        pointed={pointed}
        onPoint={setPointed}
        opening={{ hint: t("open"), open: (from, until) => router.push(callsFrom(from, until)) }}
      />
    </Card>
  );
}
