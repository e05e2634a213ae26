"use client";

import { ListRestart } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AskedFilter } from "#components/deliveries/queries.ts";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";

const ReplayMatchingDialog = onDemand(
  () => import("#components/deliveries/replay-matching-dialog.tsx").then((module) => module.ReplayMatchingDialog),
  "dialog",
);

/** Replays all deliveries that fit the filter, after showing how many these are. */
export function ReplayMatching(props: { filter: AskedFilter; isFiltered: boolean }) {
  const t = useTranslations("deliveries.replayAll");
  return (
    <ReplayMatchingDialog
      {...props}
      trigger={
        <Button data-action="replayMatching" variant="outline" size="sm" icon={ListRestart}>
          {t("open")}
        </Button>
      }
    />
  );
}
