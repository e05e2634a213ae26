"use client";

import { ChartColumn, Pause, Play, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { Suspense, useState } from "react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { useChartChoice } from "#components/kit/explorer/chart-choice.tsx";
import type { HistogramProps } from "#components/kit/explorer/histogram.tsx";
import type { FilterLabels } from "#components/kit/filters/choices-named.ts";
import { ListFilters } from "#components/kit/filters/list-filters.tsx";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { BoundedTable } from "#components/kit/list/bounded-table.tsx";
import { previewParameter } from "#components/kit/list/data-row.tsx";
import type { FiltersInAddress } from "#components/kit/list/resource-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";
import type { ListSummary } from "#lib/platform/lists/summary.ts";

/** The place of the chart, which comes after the list. */
function ChartPlace() {
  return <Skeleton className="mb-2 h-36 w-full rounded-lg sm:h-39.5" />;
}

const Histogram = loadedPart(() => import("#components/kit/explorer/histogram.tsx").then((module) => module.Histogram), <ChartPlace />);

/**
 * A list of what happens, to be explored: a chart on demand that narrows its time, filters with counts, new rows as they come unless it
 * is paused, and a preview beside the list. Its filters are in the address, so that a view of it is a link.
 */
export function Explorer<Declared extends Filters, Row extends object>({
  declared,
  words,
  filters,
  actions,
  summary,
  series,
  preview,
  sayNew,
  ...table
}: {
  declared: Declared;
  words: { readonly [Name in keyof Declared]: FilterLabels };
  filters: FiltersInAddress;
  actions?: ReactNode;
  /** The summary of the list with the same filters; undefined until it is loaded. */
  summary: ListSummary | undefined;
  series: HistogramProps["series"];
  /** Shows a row beside the list, loaded when it is first asked for. */
  preview: { title: string; show: (id: string) => ReactNode };
  sayNew: (count: number, more: string) => string;
} & Omit<ComponentProps<typeof BoundedTable<Row>>, "filters" | "preview" | "isPaused" | "sayNew">) {
  const [isPaused, setIsPaused] = useState(false);
  const [shownId, showId] = useQueryState(previewParameter);
  const show = (id: string | null) => void showId(id);
  const counted = Object.fromEntries(
    Object.entries<FilterLabels>(words).map(([name, word]) => [name, { ...word, counts: summary?.facets[name] }]),
  ) as typeof words;
  const close = (event: KeyboardEvent) => {
    if (event.key === "Escape") show(null);
  };
  const shownRow = table.query.data?.rows.find((row) => table.idOf(row) === shownId);
  const isOpen = shownId !== null && table.query.data?.rows.length !== 0;
  return (
    <>
      <ListFilters
        filters={declared}
        words={counted}
        values={filters.values}
        set={filters.setFilters}
        clear={filters.clear}
        isFiltered={filters.isFiltered}
        unread={filters.unread}
        actions={
          <>
            {actions}
            <ExplorerButtons isFiltered={filters.isFiltered} isPaused={isPaused} pause={setIsPaused} />
          </>
        }
      />
      <ChartOnDemand title={table.texts("title")} summary={summary} series={series} setFilters={filters.setFilters} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape, from wherever the focus is in it, closes the preview */}
      <div className={cn(isOpen && "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_min(27rem,45%)]")} onKeyDown={close}>
        <BoundedTable
          {...table}
          filters={filters}
          isPaused={isPaused}
          sayNew={sayNew}
          preview={{ shownId: isOpen ? shownId : null, show }}
        />
        {isOpen ? (
          <Preview title={preview.title} href={shownRow && table.hrefOf?.(shownRow)} close={() => show(null)}>
            {preview.show(shownId)}
          </Preview>
        ) : null}
      </div>
    </>
  );
}

function ChartOnDemand({
  summary,
  setFilters,
  ...shown
}: Pick<HistogramProps, "title" | "series"> & { summary: ListSummary | undefined; setFilters: FiltersInAddress["setFilters"] }) {
  const { isOpen } = useChartChoice();
  if (!isOpen) return null;
  if (summary === undefined) return <ChartPlace />;
  const narrow = (from: Date, until: Date) => setFilters({ from: from.toISOString(), to: until.toISOString() });
  return <Histogram {...shown} summary={summary} onNarrow={narrow} />;
}

/** Copies the link, pauses, and opens the chart; without words on narrow screens. */
function ExplorerButtons({ isFiltered, isPaused, pause }: { isFiltered: boolean; isPaused: boolean; pause: (isPaused: boolean) => void }) {
  const t = useTranslations("common.explorer");
  const { isOpen, choose } = useChartChoice();
  return (
    <span className="flex items-center gap-1">
      {isFiltered ? <CopyLink /> : null}
      <Button variant="ghost" size="sm" aria-pressed={isPaused} title={t(isPaused ? "resume" : "pause")} onClick={() => pause(!isPaused)}>
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        <span className="max-xl:sr-only">{t(isPaused ? "resume" : "pause")}</span>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        title={t(isOpen ? "hideChart" : "showChart")}
        onClick={() => choose(!isOpen)}
        icon={ChartColumn}
      >
        <span className="max-xl:sr-only">{t(isOpen ? "hideChart" : "showChart")}</span>
      </Button>
    </span>
  );
}

interface PreviewProps {
  title: string;
  /** The page of what is shown. */
  href: string | undefined;
  close: () => void;
  children: ReactNode;
}

function Preview({ title, href, close, children }: PreviewProps) {
  const t = useTranslations("common.explorer");
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={title}
      className="sticky top-[calc(var(--band)+1rem)] max-h-[calc(100dvh-var(--band)-2rem)] min-w-0 overflow-y-auto rounded-lg border bg-card p-4 shadow-xs max-xl:hidden"
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 className="mr-auto font-medium">{title}</h2>
        {href === undefined ? null : (
          <LinkButton variant="outline" size="sm" href={href}>
            {t("openPage")}
          </LinkButton>
        )}
        <Button variant="ghost" size="icon-sm" aria-label={t("closePreview")} onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
      <Suspense fallback={<Skeleton className="h-48 w-full" />}>{children}</Suspense>
    </section>
  );
}

/** The address of the list as it is filtered. */
function CopyLink() {
  const t = useTranslations("common.explorer");
  return (
    <CopyButton text={async () => location.href} what={t("link")}>
      {t("copyLink")}
    </CopyButton>
  );
}
