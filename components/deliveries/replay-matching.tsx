"use client";

import { ListRestart } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import type { AskedFilter } from "#components/deliveries/queries.ts";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";

const load = () => import("#components/deliveries/replay-matching-dialog.tsx");
const ReplayMatchingDialog = lazy(() => load().then((module) => ({ default: module.ReplayMatchingDialog })));

/** Replays all deliveries that fit the filter, after showing how many these are. */
export function ReplayMatching(props: { filter: AskedFilter; isFiltered: boolean }) {
  const t = useTranslations("deliveries.replayAll");
  const trigger = (
    <Button variant="outline" size="sm">
      <ListRestart aria-hidden />
      {t("open")}
    </Button>
  );
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <ReplayMatchingDialog trigger={trigger} {...props} />
    </OnDemand>
  );
}
