"use client";

import { ArrowLeft, ArrowRight, ChevronsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

/** Links to newer and older rows, or to the previous and next page in another order. Hidden while everything fits on one page. */
export function Pager({
  page,
  isPaged,
  go,
  isNewestFirst = true,
}: {
  page: { older: string | null; newer?: string | null } | undefined;
  /** True after the first page. */
  isPaged: boolean;
  go: (to: { before?: string; after?: string }) => void;
  isNewestFirst?: boolean | undefined;
}) {
  const t = useTranslations("common");
  const { older = null, newer = null } = page ?? {};
  if (older === null && newer === null && !isPaged) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center justify-between gap-2 border-t px-3 py-2 sm:px-4">
      <Button variant="ghost" size="sm" disabled={!isPaged} onClick={() => go({})} icon={ChevronsUp}>
        {t(isNewestFirst ? "newest" : "first")}
      </Button>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={newer === null}
          onClick={() => newer !== null && go({ after: newer })}
          icon={ArrowLeft}
        >
          {t(isNewestFirst ? "newer" : "previous")}
        </Button>
        <Button variant="outline" size="sm" disabled={older === null} onClick={() => older !== null && go({ before: older })}>
          {t(isNewestFirst ? "older" : "next")}
          <ArrowRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}

/** Tabs for the main views of a list, such as one status or all. */
export function ViewTabs<Value extends string | null>({
  label,
  views,
  value,
  onChange,
  children,
}: {
  label: string;
  views: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Actions on the current view. */
  children?: ReactNode;
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 border-b">
      <fieldset aria-label={label} className="tab-strip min-w-0 flex-1 basis-48 gap-x-5 px-0.5">
        {views.map((view) => (
          <button
            key={view.value}
            type="button"
            aria-pressed={view.value === value}
            onClick={() => onChange(view.value)}
            className={cn(
              "border-b-2 border-transparent py-1.5 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground",
              view.value === value && "border-primary text-foreground",
            )}
          >
            {view.label}
          </button>
        ))}
      </fieldset>
      <span className="flex max-w-full flex-wrap items-center gap-2 empty:hidden">{children}</span>
    </div>
  );
}
