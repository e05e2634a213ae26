import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "#components/portal/figures.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import type { Option } from "#lib/catalogue.ts";
import type { Change } from "#lib/events/rules/changes.ts";

/** What an event changed, each from what it was to what it is: "End 22 Feb → 23 Mar". */
export function HistoryChanges({ changes }: { changes: readonly Change[] }) {
  const t = useTranslations("contracts.history");
  if (changes.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {changes.map((change) => (
        <li key={change.field} className="inline-flex flex-wrap items-center gap-x-1.5">
          <span className="text-muted-foreground">{t(`changed.${change.field}`)}</span>
          <Value change={change} edge="from" />
          <ArrowRight aria-label={t("changed.to")} className="size-3.5 text-muted-foreground" />
          <span className="font-medium">
            <Value change={change} edge="to" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Value({ change, edge }: { change: Change; edge: "from" | "to" }): ReactNode {
  const word = useTranslations("common.statuses.claim");
  const option = useTranslations("contracts.options");
  switch (change.field) {
    case "start":
    case "end":
      return <TimeStamp at={change[edge]} as="day" />;
    case "price":
    case "refunded":
      return <Money euros={change[edge]} />;
    case "products":
    case "documents":
    case "months":
      return <span className="tabular-nums">{change[edge]}</span>;
    case "status":
      return word(change[edge]);
    case "options":
      return change[edge].length === 0 ? "—" : change[edge].map((name) => option(name as Option)).join(", ");
  }
}
