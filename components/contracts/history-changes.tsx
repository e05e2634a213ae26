import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Change } from "#lib/developer/events/rules/changes.ts";
import type { Option } from "#lib/insurance/catalogue/catalogue.ts";

/** Fields whose values are codes of the API. */
const codes: readonly Change["field"][] = ["company", "individual", "data", "replaced"];

/** The reasons of a claim's settlements, by their ids; events do not have them. */
export type SettlementReasons = Readonly<Record<string, string>>;

/** The changes of an event: "End 22 Feb → 23 Mar", or names such as "Document refused Invoice". */
export function HistoryChanges({ changes, reasons }: { changes: readonly Change[]; reasons?: SettlementReasons | undefined }) {
  const t = useTranslations("contracts.history");
  const types = useTranslations("claims.settlements.types");
  if (changes.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {changes.map((change) => (
        <li key={change.field === "settlement" ? change.id : change.field} className="inline-flex flex-wrap items-center gap-x-1.5">
          <span className="text-muted-foreground">{change.field === "settlement" ? types(change.type) : t(`changed.${change.field}`)}</span>
          {change.field === "settlement" ? (
            <>
              <span className="font-medium">
                <Money euros={change.amount} />
              </span>
              {reasons?.[change.id] === undefined ? null : <q className="[overflow-wrap:anywhere]">{reasons[change.id]}</q>}
            </>
          ) : "names" in change ? (
            <span className={cn("font-medium [overflow-wrap:anywhere]", codes.includes(change.field) && "font-mono text-sm")}>
              {change.names.join(", ")}
            </span>
          ) : (
            <>
              <Value change={change} edge="from" />
              <ArrowRight aria-label={t("changed.to")} className="size-3.5 text-muted-foreground" />
              <span className="font-medium">
                <Value change={change} edge="to" />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({
  change,
  edge,
}: {
  change: Exclude<Change, { names: readonly string[] } | { field: "settlement" }>;
  edge: "from" | "to";
}): ReactNode {
  const word = useTranslations("common.statuses.claim");
  const option = useTranslations("contracts.options");
  switch (change.field) {
    case "start":
    case "end":
      return <TimeStamp at={change[edge]} as="day" />;
    case "price":
      return <Money euros={change[edge]} />;
    case "products":
    case "months":
      return <span className="tabular-nums">{change[edge]}</span>;
    case "status":
      return word(change[edge]);
    case "options":
      return change[edge].length === 0 ? "—" : change[edge].map((name) => option(name as Option)).join(", ");
  }
}
