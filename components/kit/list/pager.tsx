"use client";

import { ArrowLeft, ArrowRight, ChevronsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

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
