"use client";

import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";

/** Nothing was found in the examined part of the list: how far it goes, and a button that continues. */
export function NothingSoFar({ at, onGoOn }: { at: string | Date; onGoOn: () => void }) {
  const t = useTranslations("common.lookedTo");
  return (
    <EmptyState
      icon={SearchX}
      title={t("title")}
      action={
        <Button variant="outline" onClick={onGoOn}>
          {t("action")}
        </Button>
      }
    >
      {t.rich("empty", { count: maxExamined, day: () => <TimeStamp at={at} as="day" focusable /> })}
    </EmptyState>
  );
}

/** Explains why a page is not full although the list continues. */
export function SearchLimitNotice({ at }: { at: string | Date }) {
  const t = useTranslations("common.lookedTo");
  return (
    <p className="border-t px-4 py-2 text-sm text-muted-foreground sm:px-5">
      {t.rich("partial", { count: maxExamined, day: () => <TimeStamp at={at} as="day" focusable /> })}
    </p>
  );
}
