"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { download } from "#components/console/payments/payment-actions.tsx";
import { live, trpc } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

/** The latest files for the bank, which can be had again. */
export function PaymentRuns({ isHandler }: { isHandler: boolean }) {
  const t = useTranslations("claims.payments.runs");
  const format = useFormatter();
  const say = useErrorText();
  const { data: runs = [] } = useQuery(trpc.console.payments.runs.queryOptions(undefined, live));
  if (runs.length === 0) return null;
  return (
    <TitledCard className="mt-5" title={t("title")}>
      <ul aria-label={t("title")} className="grid divide-y">
        {runs.map(({ id, executeOn, createdAt, by, count, amountCents }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5 first:pt-0 last:pb-0">
            <span className="grid">
              <strong>
                <Money euros={eurosFromCents(amountCents)} />
              </strong>
              <span className="text-sm text-muted-foreground">
                {t.rich("line", {
                  count,
                  by,
                  date: withFirst(format.dateTime(new Date(executeOn), { dateStyle: "medium", timeZone: "UTC" })),
                  time: () => <TimeStamp at={createdAt} />,
                })}
              </span>
            </span>
            {isHandler ? (
              <Button variant="outline" size="sm" onClick={() => void download(id).catch((error: unknown) => notify("error", say(error)))}>
                {t("download")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
